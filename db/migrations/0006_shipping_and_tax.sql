create table states (
  code text primary key,
  name text not null
);
insert into states (code, name) values
  ('AL', 'Alabama'),
  ('AK', 'Alaska'),
  ('AZ', 'Arizona'),
  ('AR', 'Arkansas'),
  ('CA', 'California'),
  ('CO', 'Colorado'),
  ('CT', 'Connecticut'),
  ('DE', 'Delaware'),
  ('DC', 'District of Columbia'),
  ('FL', 'Florida'),
  ('GA', 'Georgia'),
  ('GU', 'Guam'),
  ('HI', 'Hawaii'),
  ('ID', 'Idaho'),
  ('IL', 'Illinois'),
  ('IN', 'Indiana'),
  ('IA', 'Iowa'),
  ('KS', 'Kansas'),
  ('KY', 'Kentucky'),
  ('LA', 'Louisiana'),
  ('ME', 'Maine'),
  ('MD', 'Maryland'),
  ('MA', 'Massachusetts'),
  ('MI', 'Michigan'),
  ('MN', 'Minnesota'),
  ('MS', 'Mississippi'),
  ('MO', 'Missouri'),
  ('MT', 'Montana'),
  ('NE', 'Nebraska'),
  ('NV', 'Nevada'),
  ('NH', 'New Hampshire'),
  ('NJ', 'New Jersey'),
  ('NM', 'New Mexico'),
  ('NY', 'New York'),
  ('NC', 'North Carolina'),
  ('ND', 'North Dakota'),
  ('OH', 'Ohio'),
  ('OK', 'Oklahoma'),
  ('OR', 'Oregon'),
  ('PA', 'Pennsylvania'),
  ('PR', 'Puerto Rico'),
  ('RI', 'Rhode Island'),
  ('SC', 'South Carolina'),
  ('SD', 'South Dakota'),
  ('TN', 'Tennessee'),
  ('TX', 'Texas'),
  ('VI', 'U.S. Virgin Islands'),
  ('UT', 'Utah'),
  ('VT', 'Vermont'),
  ('VA', 'Virginia'),
  ('WA', 'Washington'),
  ('WV', 'West Virginia'),
  ('WI', 'Wisconsin'),
  ('WY', 'Wyoming');

create table shipping_zones (
  code text primary key,
  name text not null
);
insert into shipping_zones (code, name) values
  ('local', 'Local'), ('northeast', 'Northeast'), ('east', 'East'),
  ('central', 'Central'), ('west', 'West'), ('remote', 'Alaska, Hawaii and territories');

-- The longest prefix that a ZIP starts with names its zone; a ZIP without one is not served.
create table shipping_zone_prefixes (
  prefix text primary key constraint zip_prefix_1_to_5_digits check (prefix ~ '^[0-9]{1,5}$'),
  zone text not null references shipping_zones (code)
);
insert into shipping_zone_prefixes (prefix, zone) values
  ('005', 'local'), ('070', 'local'), ('071', 'local'), ('072', 'local'), ('073', 'local'), ('074', 'local'), ('075', 'local'), ('076', 'local'), ('077', 'local'), ('078', 'local'), ('079', 'local'), ('100', 'local'), ('101', 'local'), ('102', 'local'), ('103', 'local'), ('104', 'local'), ('105', 'local'), ('106', 'local'), ('107', 'local'), ('108', 'local'), ('109', 'local'), ('110', 'local'), ('111', 'local'), ('112', 'local'), ('113', 'local'), ('114', 'local'), ('115', 'local'), ('116', 'local'), ('117', 'local'), ('118', 'local'), ('119', 'local'),
  ('01', 'northeast'), ('02', 'northeast'), ('03', 'northeast'), ('04', 'northeast'), ('05', 'northeast'), ('06', 'northeast'), ('07', 'northeast'), ('08', 'northeast'), ('10', 'northeast'), ('11', 'northeast'), ('12', 'northeast'), ('13', 'northeast'), ('14', 'northeast'), ('15', 'northeast'), ('16', 'northeast'), ('17', 'northeast'), ('18', 'northeast'), ('19', 'northeast'), ('20', 'northeast'), ('21', 'northeast'), ('22', 'northeast'),
  ('23', 'east'), ('24', 'east'), ('25', 'east'), ('26', 'east'), ('27', 'east'), ('28', 'east'), ('29', 'east'), ('30', 'east'), ('31', 'east'), ('32', 'east'), ('33', 'east'), ('34', 'east'), ('35', 'east'), ('36', 'east'), ('37', 'east'), ('38', 'east'), ('39', 'east'), ('40', 'east'), ('41', 'east'), ('42', 'east'), ('43', 'east'), ('46', 'east'), ('47', 'east'), ('48', 'east'), ('49', 'east'),
  ('44', 'central'), ('45', 'central'), ('50', 'central'), ('51', 'central'), ('52', 'central'), ('53', 'central'), ('54', 'central'), ('55', 'central'), ('56', 'central'), ('57', 'central'), ('58', 'central'), ('59', 'central'), ('60', 'central'), ('61', 'central'), ('62', 'central'), ('63', 'central'), ('64', 'central'), ('65', 'central'), ('66', 'central'), ('67', 'central'), ('68', 'central'), ('69', 'central'), ('70', 'central'), ('71', 'central'), ('72', 'central'), ('73', 'central'), ('74', 'central'), ('75', 'central'), ('76', 'central'), ('77', 'central'), ('78', 'central'), ('79', 'central'),
  ('80', 'west'), ('81', 'west'), ('82', 'west'), ('83', 'west'), ('84', 'west'), ('85', 'west'), ('86', 'west'), ('87', 'west'), ('88', 'west'), ('89', 'west'), ('90', 'west'), ('91', 'west'), ('92', 'west'), ('93', 'west'), ('94', 'west'), ('95', 'west'), ('96', 'west'), ('97', 'west'), ('98', 'west'), ('99', 'west'),
  ('006', 'remote'), ('007', 'remote'), ('008', 'remote'), ('009', 'remote'), ('967', 'remote'), ('968', 'remote'), ('969', 'remote'), ('995', 'remote'), ('996', 'remote'), ('997', 'remote'), ('998', 'remote'), ('999', 'remote');

create table shipping_methods (
  code text primary key,
  label text not null,
  position integer not null
);
insert into shipping_methods (code, label, position) values
  ('ground', 'Ground: Arrives 2-4 Days', 1),
  ('express', 'Express: Arrives 1-2 Days', 2),
  ('air', 'Air parcel: Arrives 5-8 Days', 3);

create table shipping_rates (
  zone text not null references shipping_zones (code),
  method text not null references shipping_methods (code),
  base_cents integer not null constraint base_not_negative check (base_cents >= 0),
  per_pound_cents integer not null constraint per_pound_not_negative check (per_pound_cents >= 0),
  constraint one_rate_per_zone_and_method primary key (zone, method)
);
insert into shipping_rates (zone, method, base_cents, per_pound_cents) values
  ('local', 'ground', 695, 35), ('local', 'express', 1495, 90),
  ('northeast', 'ground', 795, 45), ('northeast', 'express', 1795, 120),
  ('east', 'ground', 895, 60), ('east', 'express', 2195, 165),
  ('central', 'ground', 995, 75), ('central', 'express', 2495, 195),
  ('west', 'ground', 1195, 95), ('west', 'express', 2995, 240),
  ('remote', 'air', 2495, 310);

-- A state without a row is not taxed.
create table tax_rates (
  state text primary key references states (code),
  rate_bp integer not null constraint tax_rate_within_whole check (rate_bp between 0 and 10000)
);
