-- contraction since 0001_baseline: the tables "home_slides" and "home_popups" become documents.

-- Slides, notices and sections of the home page.
create function publish_first_version(kind text, body jsonb) returns void language plpgsql as $$
declare
  document integer;
begin
  insert into content_documents (kind) values (kind) returning id into document;
  insert into content_versions (document_id, number, body, made_by) values (document, 1, body, 'upgrade');
  update content_documents set published_number = 1, published_at = now() where id = document;
end $$;

-- The subject of a slide's picture was always on the right.
select publish_first_version('slides', jsonb_build_object('slides', jsonb_agg(jsonb_build_object(
  'id', id, 'eyebrow', eyebrow, 'heading', heading, 'text', text, 'action_label', action_label, 'action_path', action_path,
  'picture', jsonb_build_object('src', '/uploads/' || file, 'alt', alt,
    'focus', '{"x": 100, "y": 50}'::jsonb, 'phone_focus', '{"x": 100, "y": 50}'::jsonb),
  'from', null, 'until', null) order by position, id)))
from home_slides having count(*) > 0;

-- Hidden ones have ended.
select publish_first_version('notices', jsonb_build_object('notices', jsonb_agg(jsonb_build_object(
  'id', id, 'title', title, 'text', text, 'action_label', coalesce(action_label, ''),
  'action_path', coalesce(action_path, ''), 'page', 'home', 'repeat', 'once', 'from', null,
  'until', case when not active then to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') end)
  order by position, id)))
from home_popups having count(*) > 0;

drop table home_slides, home_popups;

-- The words of shops that have had them in the code.
select publish_first_version('home', $body${
  "promise": "The supply house for hair, skin, nail and brow professionals",
  "description": "The supply house for hair, skin, nail and brow professionals: complete packages and single products, delivered in 2 to 4 days or picked up for free.",
  "sections": [
    {
      "type": "products",
      "heading": "The packages salons reorder",
      "source": { "kind": "featured" },
      "limit": 12,
      "link_label": "Shop all",
      "link": "/packages"
    },
    {
      "type": "steps",
      "heading": "How it works for professionals",
      "steps": [
        {
          "title": "Fill your cart between clients",
          "text": "Order as a guest or a member. Packages have everything one service needs, for less."
        },
        {
          "title": "Have it delivered, or pick it up",
          "text": "Delivery is insured and arrives in 2 to 4 days. Pickup at our warehouse counter is free."
        },
        { "title": "Choose how to pay", "text": "Every price shows the points you earn." }
      ]
    },
    { "type": "posts", "heading": "Newest from the blog", "link_label": "All posts" }
  ]
}$body$::jsonb) where exists (select from products);

drop function publish_first_version;
