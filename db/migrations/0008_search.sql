-- contraction since 0002_products: the column "search" of products is created again with another expression.

-- Searches of the shop know typing errors and synonyms.

create function product_tags_text(tags text[]) returns text language sql immutable parallel safe as $$
  select array_to_string(tags, ' ')
$$;

alter table products
  drop column search,
  add column search tsvector not null generated always as (
    setweight(to_tsvector('english', normalize_product_for_search(name || ' ' || option_value)), 'A')
    || setweight(to_tsvector('english', normalize_product_for_search(sku || ' ' || vendor || ' ' || search_words || ' '
      || product_tags_text(tags) || ' ' || coalesce(barcode, ''))), 'B')
    || setweight(to_tsvector('english', normalize_product_for_search(description_html)), 'C')
  ) stored;
create index products_search_idx on products using gin (search);

-- Words of names, brands, tags and search words, with which typing errors are corrected. Only added to.
create table search_words (
  word text primary key
);
create index search_words_word_idx on search_words using gin (word gin_trgm_ops);

create function list_search_words(input text) returns setof text language sql immutable parallel safe as $$
  select distinct word from regexp_split_to_table(normalize_for_search(input), '[^[:alnum:]]+') word
   where length(word) between 2 and 40 and word !~ '^[0-9]'
$$;
create function add_search_words() returns trigger language plpgsql as $$
begin
  insert into search_words
    select found.word from list_search_words(new.name || ' ' || new.vendor || ' ' || new.option_value || ' '
        || product_tags_text(new.tags) || ' ' || new.search_words) found (word)
     where not exists (select from search_words known where known.word = found.word) order by found.word
    on conflict do nothing;
  return null;
end $$;
create trigger products_add_search_words_on_insert after insert on products
  for each row execute function add_search_words();
create trigger products_add_search_words after update on products for each row
  when ((old.name, old.vendor, old.option_value, old.tags, old.search_words)
    is distinct from (new.name, new.vendor, new.option_value, new.tags, new.search_words))
  execute function add_search_words();
insert into search_words
  select distinct found.word from products, list_search_words(name || ' ' || vendor || ' ' || option_value || ' '
    || product_tags_text(tags) || ' ' || search_words) found (word);

-- The back office lists products of one status by name.
drop index products_status_id_idx;
create index products_status_name_idx on products (status, name, id);

-- Terms with the same meaning, folded like a search. Staff change them.
create table search_synonyms (
  id integer generated always as identity primary key,
  terms text[] not null,
  version integer not null default 1,
  constraint search_synonyms_terms_several check (cardinality(terms) >= 2)
);
create trigger search_synonyms_announce after insert or update or delete on search_synonyms
  for each statement execute function announce_page_tags('catalogue');
insert into search_synonyms (terms) values
  (array['color', 'dye', 'hair dye', 'haircolor', 'hair color', 'colour', 'haircolour', '염색약', '염모제', '염색', '染发剂', '染髮劑', '染发膏', '染膏']),
  (array['lightener', 'bleach', 'bleaching powder', '탈색제', '탈색약', '漂粉', '漂发粉', '褪色粉', '漂染粉']),
  (array['developer', 'peroxide', 'oxidant', 'hydrogen peroxide', 'activator', '산화제', '双氧水', '雙氧水', '双氧奶']),
  (array['volume', 'vol']),
  (array['adhesive', 'glue', '접착제', '글루', '胶水', '膠水', '胶', '膠']),
  (array['lash', 'eyelash', '속눈썹', '래쉬', '睫毛']),
  (array['brow', 'eyebrow', '눈썹', '眉毛', '眉']),
  (array['lash tray', 'lash extensions', 'eyelash extensions', 'false lashes', '속눈썹 연장', '연장모', '假睫毛', '嫁接睫毛']),
  (array['masque', 'mask', '마스크', '팩', '트리트먼트', '发膜', '髮膜', '面膜']),
  (array['shampoo', '샴푸', '洗发水', '洗髮精', '洗发露', '洗髮水', '洗发精']),
  (array['conditioner', 'rinse', '컨디셔너', '린스', '护发素', '護髮素', '潤髮乳']),
  (array['shears', 'scissors', '가위', '剪刀', '剪']),
  (array['dryer', 'drier', 'hairdryer', 'hair dryer', 'blow dryer', 'blower', 'blowdryer', '드라이기', '드라이어', '吹风机', '吹風機']),
  (array['lamp', 'light', '램프', '灯', '燈']),
  (array['led lamp', 'uv lamp', 'nail lamp', 'nail dryer', 'curing lamp', 'gel lamp', '美甲灯', '美甲燈']),
  (array['lacquer', 'polish', 'nail polish', 'varnish', 'enamel', '매니큐어', '폴리시', '폴리쉬', '指甲油', '甲油']),
  (array['gel lacquer', 'gel polish', 'gel color', 'shellac', '젤네일', '젤폴리시', '甲油胶', '甲油膠']),
  (array['builder gel', 'biab', 'hard gel', 'sculpting gel', '빌더젤', '建构胶', '延长胶']),
  (array['gel', '젤', '凝胶']),
  (array['spf', 'sunscreen', 'sunblock', 'sun cream', 'suncream', 'sun protection', '선크림', '썬크림', '자외선 차단제', '防晒', '防曬', '防晒霜']),
  (array['exfoliant', 'exfoliator', 'scrub', 'peel', 'enzyme polish', '필링', '각질제거', '각질', '去角质', '去角質']),
  (array['cleanser', 'wash', 'cleaner', '클렌저', '클렌징', '洁面', '清洁']),
  (array['cream', 'creme', 'moisturizer', 'moisturiser', 'lotion', '크림', '面霜', '霜']),
  (array['serum', 'essence', '세럼', '에센스', '精华', '精華']),
  (array['ampoules', 'ampoule', 'ampule', 'vials', '앰플', '安瓶']),
  (array['toner', 'tonic', 'facial mist', '토너', '스킨토너', '爽肤水', '化妆水', '化妝水']),
  (array['mist', 'spritz', '미스트', '喷雾', '噴霧']),
  (array['hairspray', 'hair spray', 'finish spray', 'finishing spray', '헤어스프레이', '发胶', '定型喷雾', '定型噴霧']),
  (array['spray', '스프레이']),
  (array['foil', 'foils', '호일', '锡纸', '錫紙', '铝箔']),
  (array['towel', '타월', '타올', '수건', '毛巾']),
  (array['comb', '빗', '梳子', '梳']),
  (array['brush', '브러시', '브러쉬', '붓', '刷子', '刷']),
  (array['makeup', 'make up', 'cosmetics', '메이크업', '화장', '化妆', '化妝']),
  (array['face brush', 'makeup brush', 'make up brush', 'cosmetic brush', '化妆刷', '화장붓']),
  (array['file', 'nail file', 'emery board', '네일파일', '指甲锉']),
  (array['cuticle', '큐티클', '指皮', '指缘']),
  (array['oil', '오일', '油']),
  (array['nail', '네일', '손톱', '美甲', '指甲']),
  (array['manicure', 'mani', '매니큐어 세트', '美甲套装']),
  (array['hair', '헤어', '머리', '头发', '頭髮']),
  (array['skin', '피부', '스킨', '皮肤', '皮膚', '护肤']),
  (array['facial', '페이셜', '얼굴', '面部']),
  (array['kit', 'set', 'package', 'bundle', 'pack', '세트', '키트', '套装', '套裝']),
  (array['balayage', 'highlights', 'highlighting', '발레아쥬', '발레아주', '挑染']),
  (array['keratin', '케라틴', '角蛋白']),
  (array['vitamin c', 'ascorbic acid', 'vit c', '비타민c', '비타민', '维生素', '維生素', '维c']),
  (array['hyaluronic', 'hyaluronic acid', '히알루론산', '히알루론', '玻尿酸', '透明质酸']),
  (array['ceramide', '세라마이드', '神经酰胺']),
  (array['bond rebuilding', 'bond builder', 'bond repair', 'plex']),
  (array['apprentice', 'student', 'beginner', 'starter', 'trainee', 'cosmetology school']),
  (array['bridal', 'bride', 'wedding', '웨딩', '신부', '新娘']),
  (array['case', 'bag', 'suitcase', 'carrying case', '가방']),
  (array['demi', 'demi permanent', 'gloss', 'glaze']),
  (array['tint', 'henna', '틴트']),
  (array['palette', 'pallet', '팔레트']),
  (array['bowl', 'dish', '볼']),
  (array['blowout', 'blow dry', 'blowdry']);
