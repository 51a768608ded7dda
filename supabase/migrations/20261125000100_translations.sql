-- Translations of what rows say (decision 190): {"ur": {"name": "…"}} beside the English columns.

-- Returns the texts that can be translated: the table, and for each column the longest translation, which is twice the column's own bound.
-- A list of texts, such as the requirements of a job, is translated as lines.
create function shop.translated_columns() returns table (source regclass, bounds jsonb)
language sql stable set search_path = '' as $$
  values
    ('public.products'::regclass, '{"name": 320, "title": 320, "description": 40000, "fit_notes": 2000, "hero_heading": 160}'::jsonb),
    ('public.product_features', '{"title": 240, "description": 2000}'),
    ('public.product_media', '{"alt": 400}'),
    ('public.product_categories', '{"name": 160, "description": 600}'),
    ('public.colors', '{"name": 80}'),
    ('public.attributes', '{"name": 80}'),
    ('public.attribute_values', '{"name": 80}'),
    ('public.size_charts', '{"title": 160, "advice": 600}'),
    ('public.banners', '{"title": 320, "description": 600, "button": 80}'),
    ('public.hero_statistics', '{"stat_label": 160}'),
    ('public.testimonials', '{"review_text": 1000, "customer_name": 160}'),
    ('public.search_answers', '{"answer": 400}'),
    ('public.page_content', '{"title": 400, "content": 100000, "meta_description": 600}'),
    ('public.faq_categories', '{"title": 160}'),
    ('public.faq_items', '{"question": 400, "answer": 100000}'),
    ('public.company_works', '{"title": 240, "category": 120, "description": 2000}'),
    ('public.career_positions', '{"title": 240, "department": 120, "location": 120, "type": 120, "description": 4000, "responsibilities": 8000, "requirements": 8000}'),
    ('public.footer_pages', '{"title": 120}'),
    ('public.contact_info', '{"address": 600, "hours": 400}'),
    ('public.delivery_countries', '{"country": 80}'),
    ('public.holidays', '{"name": 160}'),
    ('public.predefined_questions', '{"question_text": 400, "answer_text": 4000, "category": 120}'),
    ('public.mail_texts', '{"subject": 240, "heading": 240, "body": 8000, "button": 160, "closing": 4000}')
$$;

-- Whether a value is translations of these columns: none is empty or longer than its bound.
create function shop.are_translations(p_value jsonb, p_bounds jsonb) returns boolean
language sql immutable set search_path = '' as $$
  select jsonb_typeof(p_value) = 'object' and not exists (
    select from jsonb_each(case jsonb_typeof(p_value) when 'object' then p_value end) as l (language, texts)
    where l.language <> 'ur' or jsonb_typeof(l.texts) <> 'object' or exists (
      select from jsonb_each(case jsonb_typeof(l.texts) when 'object' then l.texts end) as t (name, value)
      where not p_bounds ? t.name or jsonb_typeof(t.value) <> 'string' or t.value #>> '{}' !~ '\S'
        or length(t.value #>> '{}') > (p_bounds ->> t.name)::integer))
$$;
grant execute on function shop.are_translations(jsonb, jsonb) to service_role;

do $$
declare
  t record;
begin
  for t in select * from shop.translated_columns() loop
    execute format('alter table %1$s add column translations jsonb not null default ''{}'', '
      'add constraint translations_fit check (translations = ''{}'' or shop.are_translations(translations, %2$L))', t.source, t.bounds);
  end loop;
end $$;
-- As their other texts in supabase/migrations/20260101001500_order_mails.sql.
alter table public.mail_texts add constraint translations_are_plain check (translations::text !~* '<[a-z/!]');
