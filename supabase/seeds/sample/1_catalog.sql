-- The catalogue of the sample shop: 96 products in a tree of categories, up to three levels deep.
-- IDs are derived from names, so that seeding twice makes the same shop.

-- The specification's prices have paisa.
update public.order_rules set has_whole_rupees = false where has_whole_rupees;

insert into public.colors (id, name, value, display_order)
select md5('color:' || name)::uuid, name, value, place
from (values
  ('Black', '#2b272c', 1), ('White', '#f3eee8', 2), ('Beige', '#d3b8a0', 3), ('Pink', '#dd9ea4', 4),
  ('Maroon', '#6e2338', 5), ('Navy Blue', '#2c3655', 6), ('Red', '#b5383f', 7), ('Purple', '#7d5c88', 8),
  ('Grey', '#9a9899', 9), ('Blue', '#5f82ad', 10), ('Lime Green', '#a9b98a', 11), ('Yellow', '#e3c27c', 12),
  ('Crimson', '#96283b', 13)) as c (name, value, place);

insert into public.product_categories (id, name, description, image_url, parent_id, is_home, is_browse_section, display_order,
  size_chart)
select md5('category:' || name)::uuid, name, description, image_url,
  case when parent is not null then md5('category:' || parent)::uuid end, parent is null, parent is null, place, chart
from (values
  ('Bra', 'Support, from barely there to all day.', '/pictures/jasmine-lace-bra-maroon-detail.webp', null, 1, 'bra'),
  ('Nightwear', 'Satin and cotton for the hours that are yours.', '/pictures/bridal-robe-maroon-detail.webp', null, 2, 'nightwear'),
  ('Camisole', 'First layers in rib, satin and lace.', '/pictures/bridal-camisole-pink-detail.webp', null, 3, 'camisole'),
  ('Panties', 'Briefs, high waists and boyshorts.', '/pictures/lace-trim-boyshort-beige-detail.webp', null, 4, 'panties'),
  ('T-Shirt Bras', 'Moulded cups that stay out of sight.', null, 'Bra', 1, null),
  ('Lace Bras', 'Jasmine lace, lined where it matters.', null, 'Bra', 2, null),
  ('Sports Bras', 'Hold for every pace.', null, 'Bra', 3, 'soft-bra'),
  ('Bralettes', 'No wire, no padding.', null, 'Bra', 4, 'soft-bra'),
  ('Nightgowns', 'Long, short and in between.', null, 'Nightwear', 1, null),
  ('Slip Nightgowns', 'Cut on the bias.', null, 'Nightgowns', 1, null),
  ('Pyjama Sets', 'Two pieces, piped and pocketed.', null, 'Nightwear', 2, null),
  ('Robes', 'To throw over everything.', null, 'Nightwear', 3, null),
  ('Cotton Camisoles', 'Combed cotton rib.', null, 'Camisole', 1, null),
  ('Lace Camisoles', 'Satin with a lace edge.', null, 'Camisole', 2, null),
  ('Briefs', 'Everyday cotton.', null, 'Panties', 1, null),
  ('Seamless Briefs', 'Bonded edges, no line.', null, 'Briefs', 1, null),
  ('High-Waist Panties', 'A smooth waist.', null, 'Panties', 2, null),
  ('Boyshorts', 'More cover, soft legs.', null, 'Panties', 3, null)) as c (name, description, image_url, parent, place, chart);

-- One row per product: kind of garment, texts, price, colours (the first is shown by default).
create temporary table sample_products as
select *, md5('product:' || name)::uuid as id, trim(both '-' from regexp_replace(lower(name), '[^a-z0-9]+', '-', 'g')) as slug
from (values
  (1, 'tshirt-bra', 'Seamless T-shirt bra', 'T-Shirt Bras', 1690, 0, '{"Black","White","Beige","Navy Blue"}'::text[],
    'Smooth moulded cups that vanish under a fitted kameez.'),
  (2, 'lace-bra', 'Lace balconette bra', 'Lace Bras', 2290, 0, '{"White","Pink","Maroon","Crimson","Black"}'::text[],
    'A lined balconette with a satin lower cup and jasmine lace above it. The straps adjust from the front, and a light side panel keeps everything in place.'),
  (3, 'sports-bra', 'Soft support sports bra', 'Sports Bras', 1790, 20, '{"Pink","Beige","Navy Blue","Lime Green"}'::text[],
    'Gentle hold for walking, yoga and long days.'),
  (4, 'bralette', 'Jasmine lace bralette', 'Bralettes', 1690, 25, '{"Beige","Maroon","Yellow"}'::text[],
    'Unlined jasmine lace with a scalloped band.'),
  (5, 'nightgown', 'Satin nightgown with lace hem', 'Nightgowns', 3590, 0, '{"Maroon","Navy Blue"}'::text[],
    'Washed satin with a jasmine lace hem. Straps adjust and the skirt moves.'),
  (6, 'pyjama', 'Piped satin pyjama set', 'Pyjama Sets', 3990, 12.5, '{"Navy Blue","Blue","Black","Pink","Maroon"}'::text[],
    'Short sleeves, piped edges and a chest pocket. Washed satin that stays smooth.'),
  (7, 'robe', 'Satin robe with tie belt', 'Robes', 4590, 10, '{"Red","Purple","White","Beige"}'::text[],
    'A shawl collar, deep pockets and a belt that stays tied.'),
  (8, 'camisole', 'Ribbed cotton camisole', 'Cotton Camisoles', 1190, 0, '{"Lime Green","Black","Pink","Maroon","Yellow"}'::text[],
    'Combed cotton rib, a small bow, straps that adjust.'),
  (9, 'lace-camisole', 'Satin and lace camisole', 'Lace Camisoles', 2190, 0, '{"Black","Pink"}'::text[],
    'Satin body with jasmine lace at the neck and hem.'),
  (10, 'brief', 'Everyday cotton brief', 'Briefs', 990, 15, '{"White","Beige","Navy Blue","Yellow","Pink"}'::text[],
    'Combed cotton, a soft waistband, a full seat.'),
  (11, 'high-waist', 'High-waist lace panty', 'High-Waist Panties', 990, 0, '{"Pink","Maroon","Red","Black"}'::text[],
    'Lace above, satin below, and a smooth waist.'),
  (12, 'boyshort', 'Lace-trim boyshort', 'Boyshorts', 890, 0, '{"Beige","Navy Blue","Blue"}'::text[],
    'Soft jersey with a scalloped lace leg.'),
  (13, 'tshirt-bra', 'Everyday moulded bra', 'T-Shirt Bras', 2040, 0, '{"Beige","White","Maroon"}'::text[],
    'The one for six days out of seven: light foam, soft edges.'),
  (14, 'lace-bra', 'Jasmine lace bra', 'Lace Bras', 2640, 0, '{"Maroon","Pink"}'::text[],
    'Our five-petal lace over a soft tulle lining.'),
  (15, 'sports-bra', 'Racerback sports bra', 'Sports Bras', 2140, 15, '{"Navy Blue","Beige","Blue","Black","Pink"}'::text[],
    'Straps that meet at the back and never slip.'),
  (16, 'bralette', 'Triangle lace bralette', 'Bralettes', 1540, 0, '{"Yellow","Maroon","Purple","White"}'::text[],
    'Two soft triangles and a slim band.'),
  (17, 'nightgown', 'Midi satin nightgown', 'Nightgowns', 3440, 0, '{"Lime Green","Navy Blue","Black"}'::text[],
    'Falls below the knee and stays cool.'),
  (18, 'pyjama', 'Short-sleeve pyjama set', 'Pyjama Sets', 4340, 30, '{"Black","Grey"}'::text[],
    'Cool for the night, smart enough for the door.'),
  (19, 'robe', 'Kimono robe', 'Robes', 4940, 0, '{"White","Black","Beige","Navy Blue","Purple","Pink","Maroon"}'::text[],
    'Wide sleeves and an easy wrap.'),
  (20, 'camisole', 'Everyday camisole', 'Cotton Camisoles', 1540, 0, '{"Pink","White","Maroon","Yellow"}'::text[],
    'Under a kameez or on its own.'),
  (21, 'lace-camisole', 'Lace-trim camisole', 'Lace Camisoles', 2040, 20, '{"Beige","Pink","Navy Blue"}'::text[],
    'A slim line of lace where it shows.'),
  (22, 'brief', 'Seamless brief', 'Seamless Briefs', 840, 25, '{"Maroon","Beige"}'::text[],
    'Bonded edges that leave no line.'),
  (23, 'high-waist', 'Smoothing high-waist panty', 'High-Waist Panties', 1340, 0, '{"Navy Blue","Maroon","Purple","White","Beige"}'::text[],
    'Light hold without a squeeze.'),
  (24, 'boyshort', 'Cotton boyshort', 'Boyshorts', 1240, 12.5, '{"Lime Green","Navy Blue","Black","Pink"}'::text[],
    'Covers well and never rides up.'),
  (25, 'tshirt-bra', 'Cloud foam T-shirt bra', 'T-Shirt Bras', 2390, 0, '{"Red","Pink","Maroon","Grey"}'::text[],
    'Thin spacer foam lets air through on warm days.'),
  (26, 'lace-bra', 'Chantilly plunge bra', 'Lace Bras', 2490, 20, '{"Purple","Beige","Navy Blue"}'::text[],
    'Fine Chantilly lace and a plunging centre.'),
  (27, 'sports-bra', 'Studio crop bra', 'Sports Bras', 1990, 25, '{"Black","Navy Blue"}'::text[],
    'A longer line that is happy to be seen.'),
  (28, 'bralette', 'Longline bralette', 'Bralettes', 1890, 0, '{"White","Yellow","Black","Beige","Navy Blue"}'::text[],
    'A deep lace band that stays where you put it.'),
  (29, 'nightgown', 'Slip nightgown', 'Slip Nightgowns', 3790, 12.5, '{"Pink","Lime Green","White","Maroon"}'::text[],
    'Cut on the bias, light as a dupatta.'),
  (30, 'pyjama', 'Classic pyjama set', 'Pyjama Sets', 4690, 10, '{"Beige","Black","Pink","Navy Blue","Grey"}'::text[],
    'The notch collar everyone knows, in better cloth.'),
  (31, 'robe', 'Bridal robe', 'Robes', 4790, 0, '{"Maroon","White"}'::text[],
    'For mehndi mornings and tea with the aunts.'),
  (32, 'camisole', 'Long-line camisole', 'Cotton Camisoles', 1390, 0, '{"Navy Blue","Pink","Maroon","Lime Green","White"}'::text[],
    'Reaches the hip and stays tucked.'),
  (33, 'lace-camisole', 'Evening camisole', 'Lace Camisoles', 2390, 15, '{"Crimson","Beige","Navy Blue","Black"}'::text[],
    'Wear it under a jacket and take the jacket off.'),
  (34, 'brief', 'Mid-rise brief', 'Briefs', 1190, 0, '{"Yellow","Maroon","Grey"}'::text[],
    'Sits just under the waist.'),
  (35, 'high-waist', 'Satin high-waist panty', 'High-Waist Panties', 1690, 0, '{"Black","Red"}'::text[],
    'Cool satin with a cotton lining.'),
  (36, 'boyshort', 'Sleep boyshort', 'Boyshorts', 1090, 30, '{"White","Blue","Pink","Maroon","Lime Green"}'::text[],
    'For under a nightgown.'),
  (37, 'tshirt-bra', 'Second-skin plunge bra', 'T-Shirt Bras', 1790, 0, '{"White","Maroon","Red","Black","Beige"}'::text[],
    'A lower centre for V necks, with the same quiet cups.'),
  (38, 'lace-bra', 'Scalloped lace bra', 'Lace Bras', 2390, 15, '{"Pink","Navy Blue","Purple","White"}'::text[],
    'A scalloped edge that lies flat under silk.'),
  (39, 'sports-bra', 'High-neck sports bra', 'Sports Bras', 1890, 0, '{"Beige","Blue","Black"}'::text[],
    'More cover in front, mesh at the back.'),
  (40, 'bralette', 'Soft-cup bralette', 'Bralettes', 1790, 0, '{"Maroon","Purple"}'::text[],
    'Light lining and no wire at all.'),
  (41, 'nightgown', 'Lace-bodice nightgown', 'Nightgowns', 3190, 30, '{"Navy Blue","Black","Pink","Maroon","Lime Green","White","Beige"}'::text[],
    'Lace above, satin below, soft elastic between.'),
  (42, 'pyjama', 'Wedding-morning pyjama set', 'Pyjama Sets', 4090, 0, '{"Blue","White","Beige","Navy Blue"}'::text[],
    'Made for the photographs before the photographs.'),
  (43, 'robe', 'Short satin robe', 'Robes', 4690, 0, '{"Purple","Pink","Maroon"}'::text[],
    'Above the knee and quick to throw on.'),
  (44, 'camisole', 'Layering camisole', 'Cotton Camisoles', 1290, 20, '{"Black","Maroon"}'::text[],
    'Thin enough for two layers in spring.'),
  (45, 'lace-camisole', 'V-neck lace camisole', 'Lace Camisoles', 2290, 25, '{"White","Navy Blue","Blue","Pink","Maroon"}'::text[],
    'Two lace panels meeting in a V.'),
  (46, 'brief', 'Full-cover brief', 'Briefs', 590, 0, '{"Pink","Grey","Black","Beige"}'::text[],
    'Generous cut, quiet elastic.'),
  (47, 'high-waist', 'Lace-panel panty', 'High-Waist Panties', 1090, 12.5, '{"Beige","Purple","White"}'::text[],
    'A lace panel in front, plain at the back.'),
  (48, 'boyshort', 'Sporty boyshort', 'Boyshorts', 990, 10, '{"Maroon","Black","Pink","Navy Blue"}'::text[],
    'Stretch jersey with a flat seam.'),
  (49, 'tshirt-bra', 'Smooth full-cup bra', 'T-Shirt Bras', 2140, 20, '{"Maroon","Navy Blue"}'::text[],
    'Full cups and wide straps for an even line.'),
  (50, 'lace-bra', 'Bridal lace bra', 'Lace Bras', 2740, 25, '{"Navy Blue","Crimson","Black","Pink","Maroon"}'::text[],
    'Satin, lace and a bow for the wedding trousseau.'),
  (51, 'sports-bra', 'Seam-free sports bra', 'Sports Bras', 1740, 0, '{"Blue","Lime Green","White","Beige"}'::text[],
    'Knitted in one piece, so nothing rubs.'),
  (52, 'bralette', 'Satin-trim bralette', 'Bralettes', 1640, 12.5, '{"Purple","Black","Pink","Maroon","Yellow"}'::text[],
    'Lace cups edged in matte satin.'),
  (53, 'nightgown', 'Summer nightgown', 'Slip Nightgowns', 3540, 10, '{"Black","Pink"}'::text[],
    'A short, airy gown for June nights.'),
  (54, 'pyjama', 'Contrast-piping pyjama set', 'Pyjama Sets', 4440, 0, '{"White","Beige","Navy Blue","Grey","Pink"}'::text[],
    'Ivory piping on every edge.'),
  (55, 'robe', 'Long satin robe', 'Robes', 5040, 0, '{"Pink","Maroon","Red","Black"}'::text[],
    'Ankle length, with an inner tie.'),
  (56, 'camisole', 'Scoop camisole', 'Cotton Camisoles', 1140, 15, '{"Beige","Navy Blue","Lime Green"}'::text[],
    'A lower neckline for wide collars.'),
  (57, 'lace-camisole', 'Scalloped camisole', 'Lace Camisoles', 2140, 0, '{"Maroon","Crimson"}'::text[],
    'A scalloped hem that likes to peek out.'),
  (58, 'brief', 'Breathable brief', 'Briefs', 940, 0, '{"Navy Blue","Yellow","White","Beige","Grey"}'::text[],
    'A light knit for long summers.'),
  (59, 'high-waist', 'Retro high-waist panty', 'High-Waist Panties', 1440, 30, '{"Red","Black","Pink","Maroon","Purple","White"}'::text[],
    'The cut of old film posters.'),
  (60, 'boyshort', 'Low-rise boyshort', 'Boyshorts', 1340, 0, '{"Blue","White","Beige"}'::text[],
    'Sits on the hip, under anything.'),
  (61, 'tshirt-bra', 'Wire-free T-shirt bra', 'T-Shirt Bras', 1990, 15, '{"Grey","Navy Blue","Black"}'::text[],
    'Shape without a wire, held by a bonded band.'),
  (62, 'lace-bra', 'Satin and lace demi bra', 'Lace Bras', 2590, 0, '{"Black","Purple"}'::text[],
    'Half cups with a satin sling and a lace veil.'),
  (63, 'sports-bra', 'Step-in sports bra', 'Sports Bras', 2090, 0, '{"White","Black","Beige","Navy Blue","Lime Green","Pink","Maroon"}'::text[],
    'No hooks and nothing to pull overhead.'),
  (64, 'bralette', 'Weekend bralette', 'Bralettes', 1990, 30, '{"Pink","White","Maroon","Yellow"}'::text[],
    'The first thing off the hanger on a Saturday.'),
  (65, 'nightgown', 'Bridal nightgown', 'Nightgowns', 3890, 0, '{"Beige","Pink","Navy Blue"}'::text[],
    'For the first weeks of everything.'),
  (66, 'pyjama', 'Travel pyjama set', 'Pyjama Sets', 4290, 0, '{"Maroon","Beige"}'::text[],
    'Folds small and comes out without a crease.'),
  (67, 'robe', 'Dressing robe', 'Robes', 4890, 20, '{"Navy Blue","Maroon","Purple","White","Beige"}'::text[],
    'Smooth satin with piped cuffs.'),
  (68, 'camisole', 'Breathable camisole', 'Cotton Camisoles', 1490, 25, '{"Yellow","Navy Blue","Black","Pink"}'::text[],
    'Open rib for hot afternoons.'),
  (69, 'lace-camisole', 'Silky camisole', 'Lace Camisoles', 2490, 0, '{"Blue","Crimson","White"}'::text[],
    'Washed satin, soft from the first day.'),
  (70, 'brief', 'Bow-front brief', 'Briefs', 1290, 12.5, '{"Black","White","Beige","Navy Blue"}'::text[],
    'Plain cotton with one small bow.'),
  (71, 'high-waist', 'Bridal high-waist panty', 'High-Waist Panties', 1290, 10, '{"White","Pink","Maroon","Red","Black"}'::text[],
    'Lace, satin and the bow to match.'),
  (72, 'boyshort', 'Soft-modal boyshort', 'Boyshorts', 1190, 0, '{"Pink","Beige","Navy Blue","Blue"}'::text[],
    'Modal that stays soft wash after wash.'),
  (73, 'tshirt-bra', 'Multiway T-shirt bra', 'T-Shirt Bras', 1890, 25, '{"Pink","Grey","White","Maroon"}'::text[],
    'Straps that cross, halter or come off altogether.'),
  (74, 'lace-bra', 'Lace full-cup bra', 'Lace Bras', 2490, 0, '{"Beige","Black","Pink","Navy Blue","Purple"}'::text[],
    'All-over lace with full, lined support.'),
  (75, 'sports-bra', 'Running sports bra', 'Sports Bras', 1990, 12.5, '{"Maroon","White"}'::text[],
    'Firm cups and a broad band for the track.'),
  (76, 'bralette', 'Halter bralette', 'Bralettes', 1390, 10, '{"Navy Blue","Pink","Maroon","Purple","White"}'::text[],
    'Ties at the neck for open backs.'),
  (77, 'nightgown', 'A-line nightgown', 'Slip Nightgowns', 3290, 0, '{"Crimson","Beige","Navy Blue","Black"}'::text[],
    'Room to turn over, with a tidy shape.'),
  (78, 'pyjama', 'Winter satin pyjama set', 'Pyjama Sets', 4190, 0, '{"Grey","Maroon","Blue"}'::text[],
    'A heavier satin for December in Lahore.'),
  (79, 'robe', 'Guest robe', 'Robes', 4790, 15, '{"Black","Red"}'::text[],
    'The one to keep for visitors, or not.'),
  (80, 'camisole', 'Soft-strap camisole', 'Cotton Camisoles', 1390, 0, '{"White","Lime Green","Pink","Maroon","Yellow"}'::text[],
    'Wide, soft straps without hardware.'),
  (81, 'lace-camisole', 'Bridal camisole', 'Lace Camisoles', 1890, 0, '{"Pink","Black","Beige","Navy Blue","Blue","White"}'::text[],
    'Ivory lace and a satin bow.'),
  (82, 'brief', 'Stretch brief', 'Seamless Briefs', 690, 30, '{"Beige","White","Maroon"}'::text[],
    'Moves with you and returns to shape.'),
  (83, 'high-waist', 'Tummy-smooth panty', 'High-Waist Panties', 1190, 0, '{"Maroon","Pink"}'::text[],
    'A double front where it helps.'),
  (84, 'boyshort', 'Weekend boyshort', 'Boyshorts', 1090, 0, '{"Navy Blue","Beige","Lime Green","Black","Pink"}'::text[],
    'Loose, light and washed once already.'),
  (85, 'tshirt-bra', 'Cotton-lined T-shirt bra', 'T-Shirt Bras', 2240, 0, '{"Navy Blue","Black","Pink","Maroon","Grey","White","Beige"}'::text[],
    'Moulded outside, brushed cotton inside.'),
  (86, 'lace-bra', 'Evening lace bra', 'Lace Bras', 2340, 0, '{"Crimson","White","Beige","Navy Blue"}'::text[],
    'Deep colours and a low back for evenings.'),
  (87, 'sports-bra', 'Ribbed yoga bra', 'Sports Bras', 1840, 30, '{"Lime Green","Pink","Maroon"}'::text[],
    'Soft rib with a low, easy neckline.'),
  (88, 'bralette', 'Petal bralette', 'Bralettes', 1740, 0, '{"Black","Maroon"}'::text[],
    'Five-petal cups and a picot edge.'),
  (89, 'nightgown', 'Moonlight nightgown', 'Nightgowns', 3640, 0, '{"White","Navy Blue","Lime Green","Pink","Maroon"}'::text[],
    'Satin that catches the last light.'),
  (90, 'pyjama', 'Lounge pyjama set', 'Pyjama Sets', 4540, 20, '{"Pink","Blue","Black","Beige"}'::text[],
    'For long breakfasts.'),
  (91, 'robe', 'Evening robe', 'Robes', 4640, 25, '{"Beige","Purple","White"}'::text[],
    'Deep satin for late hours.'),
  (92, 'camisole', 'School-run camisole', 'Cotton Camisoles', 1240, 0, '{"Maroon","Black","Pink","Navy Blue"}'::text[],
    'On before the alarm stops.'),
  (93, 'lace-camisole', 'Slip camisole', 'Lace Camisoles', 2240, 12.5, '{"Navy Blue","White","Beige","Crimson","Black"}'::text[],
    'Bias cut, with straps as thin as ribbon.'),
  (94, 'brief', 'Soft-waist brief', 'Briefs', 1040, 10, '{"Grey","Pink","Maroon","Yellow"}'::text[],
    'A covered waistband that never rolls.'),
  (95, 'high-waist', 'Evening high-waist panty', 'High-Waist Panties', 1540, 0, '{"Purple","Beige","Navy Blue"}'::text[],
    'Deep colours for deep necklines.'),
  (96, 'boyshort', 'Laced boyshort', 'Boyshorts', 940, 0, '{"Black","Navy Blue"}'::text[],
    'Lace from the leg to the hip.')
) as p (place, garment, name, category, price, discount, colors, description);

insert into public.products (id, name, title, description, slug, sku, price, discount, category_id, is_arrival, is_top,
  is_banner, is_featured, created_at)
select id, name, name, description, slug, 'CH-' || lpad(place::text, 4, '0'), price, discount,
  md5('category:' || category)::uuid, place <= 12, place % 9 = 4, 
  name in ('Satin robe with tie belt', 'Satin nightgown with lace hem', 'Lace balconette bra'), place % 16 = 0,
  now() - place * interval '7 hours'
from sample_products;

-- How each kind fits, and exceptions of a few products.
update public.products product set fit_notes = coalesce(own.notes, f.notes)
from sample_products p
join (values
    ('tshirt-bra', 'The band is firm at first and gives a little in the first weeks: begin on the loosest hook. Between two bands, take the larger one and a cup smaller.'),
    ('lace-bra', 'The lace doesn''t stretch, so the cup runs small. Between two cups, take the larger one.'),
    ('sports-bra', 'Close on purpose. Between two sizes, take the smaller one for sport and the larger one for all day.'),
    ('bralette', 'Soft and without a wire, made for cups A to C.'),
    ('nightgown', 'Cut loose. Most people take their usual size; take the smaller one if you like it closer.'),
    ('pyjama', 'Easy through the hips, and the trousers are 98 cm long from the waist. Washed before it is sewn, so it doesn''t shrink.'),
    ('robe', 'Wraps generously: if you are between two sizes, the smaller one still closes.'),
    ('camisole', 'The rib stretches by a third. Take your usual size.'),
    ('lace-camisole', 'Satin doesn''t stretch: go by your bust, and take the larger size if you are between two.'),
    ('brief', 'A full seat and a waistband on the waist. True to size.'),
    ('high-waist', 'Go by your waist: the lace above gives less than the satin below.'),
    ('boyshort', 'Sits on the hip: go by your hips. True to size.')) as f (garment, notes) on f.garment = p.garment
left join (values
    ('Lace balconette bra', E'The cups are cut low and open, and run small in B and C: between two cups, take the larger one.\nThe band is true to size.'),
    ('Guest robe', 'One length for all sizes: 112 cm from the shoulder.'),
    ('Wire-free T-shirt bra', 'Without a wire the band does all the work: take it as firm as is comfortable.'),
    ('Tummy-smooth panty', 'Holds firmly. If you want it softer, take one size up.')) as own (name, notes) on own.name = p.name
where product.id = p.id;

insert into public.product_colors (product_id, color_id, display_order)
select p.id, md5('color:' || c.name)::uuid, c.place
from sample_products p, unnest(p.colors) with ordinality as c (name, place);

insert into public.product_media (id, product_id, color_id, url, alt, is_featured, display_order, role)
select md5('media:' || p.slug || c.name || v.view)::uuid, p.id, md5('color:' || c.name)::uuid,
  '/pictures/' || p.slug || '-' || replace(lower(c.name), ' ', '-') || '-' || v.view || '.webp',
  p.name || ' in ' || lower(c.name) || v.words, c.place = 1 and v.place = 1, c.place * 10 + v.place,
  v.view
from sample_products p, unnest(p.colors) with ordinality as c (name, place),
  (values ('front', '', 1), ('back', ', from behind', 2), ('detail', ', close up', 3)) as v (view, words, place);

insert into public.product_media (product_id, url, alt, is_banner)
values
  (md5('product:Satin robe with tie belt')::uuid, '/pictures/banner-robe.webp', 'A satin robe, a camisole and a panty with jasmine', true),
  (md5('product:Satin nightgown with lace hem')::uuid, '/pictures/banner-nightgown.webp', 'Satin nightgowns with a lace hem', true),
  (md5('product:Lace balconette bra')::uuid, '/pictures/banner-lace.webp', 'A lace bra in two colours and a lace panty', true);

-- The sizes of each kind of garment. Stock: mostly plenty, sometimes few, sold out or not counted.
insert into public.product_variants (product_id, size, brand_size, cup_size, material, stock, display_order)
select p.id, s.size, s.brand_size, s.cup_size, m.material,
  case (p.place * 7 + s.place * 3) % 11 when 0 then 0 when 1 then 2 when 2 then null when 3 then 3 else 24 end, s.place
from sample_products p
join (values ('tshirt-bra', 'bra', 'Modal and foam'), ('lace-bra', 'bra', 'Lace and satin'), ('sports-bra', 'top', 'Cotton stretch'),
    ('bralette', 'top', 'Lace'), ('nightgown', 'top', 'Satin'), ('pyjama', 'top', 'Satin'), ('robe', 'robe', 'Satin'),
    ('camisole', 'top', 'Cotton rib'), ('lace-camisole', 'top', 'Lace and satin'), ('brief', 'panty', 'Combed cotton'),
    ('high-waist', 'panty', 'Lace and satin'), ('boyshort', 'panty', 'Modal')) as m (garment, chart, material)
  on m.garment = p.garment
join (values
    ('bra', '32B', '32', 'B', 1), ('bra', '34B', '34', 'B', 2), ('bra', '34C', '34', 'C', 3), ('bra', '36B', '36', 'B', 4),
    ('bra', '36C', '36', 'C', 5), ('bra', '38C', '38', 'C', 6), ('bra', '38D', '38', 'D', 7),
    ('top', 'S', null, null, 1), ('top', 'M', null, null, 2), ('top', 'L', null, null, 3), ('top', 'XL', null, null, 4),
    ('robe', 'S', null, null, 1), ('robe', 'M', null, null, 2), ('robe', 'L', null, null, 3), ('robe', 'XL', null, null, 4),
    ('robe', 'XXL', null, null, 5),
    ('panty', 'S', '26', null, 1), ('panty', 'M', '28', null, 2), ('panty', 'L', '30', null, 3),
    ('panty', 'XL', '32', null, 4)) as s (chart, size, brand_size, cup_size, place) on s.chart = m.chart;

-- Three products are counted by colour too: some colours are sold out in some sizes, one isn't counted.
insert into public.variant_stock (variant_id, color_id, stock)
select v.id, pc.color_id, case (v.display_order + pc.display_order) % 4 when 3 then 0 when 0 then 2 else 18 end
from public.product_variants v join public.product_colors pc using (product_id)
where v.product_id in (md5('product:Studio crop bra')::uuid, md5('product:Slip nightgown')::uuid, md5('product:Evening camisole')::uuid);
update public.variant_stock s set stock = null from public.product_variants v
where v.id = s.variant_id and v.product_id = md5('product:Evening camisole')::uuid and s.color_id = md5('color:Crimson')::uuid;

-- What operators say of each kind of garment beside colours and sizes.
insert into public.attributes (code, name, is_filter, display_order)
values ('support', 'Support', true, 1), ('sleeves', 'Sleeves', true, 2), ('rise', 'Rise', false, 3);
insert into public.attribute_values (attribute, code, name, display_order) values
  ('support', 'light', 'Light', 1), ('support', 'medium', 'Medium', 2), ('support', 'firm', 'Firm', 3),
  ('sleeves', 'sleeveless', 'Sleeveless', 1), ('sleeves', 'three-quarter', 'Three-quarter', 2), ('sleeves', 'long', 'Long', 3),
  ('rise', 'hip', 'On the hip', 1), ('rise', 'waist', 'On the waist', 2), ('rise', 'above-waist', 'Above the waist', 3),
  -- The materials of sizes, which are shown in Urdu by these names (decision 241).
  ('fabric', 'modal-and-foam', 'Modal and foam', 11), ('fabric', 'lace-and-satin', 'Lace and satin', 12),
  ('fabric', 'cotton-stretch', 'Cotton stretch', 13), ('fabric', 'lace', 'Lace', 14), ('fabric', 'plain-satin', 'Satin', 15),
  ('fabric', 'cotton-rib', 'Cotton rib', 16), ('fabric', 'combed-cotton', 'Combed cotton', 17),
  ('fabric', 'plain-modal', 'Modal', 18);
insert into public.product_attributes (product_id, attribute, value)
select p.id, a.attribute, a.value
from sample_products p
join (values ('bralette', 'support', 'light'), ('lace-bra', 'support', 'medium'), ('tshirt-bra', 'support', 'medium'), ('sports-bra', 'support', 'firm'),
    ('nightgown', 'sleeves', 'sleeveless'), ('camisole', 'sleeves', 'sleeveless'), ('lace-camisole', 'sleeves', 'sleeveless'),
    ('pyjama', 'sleeves', 'long'), ('robe', 'sleeves', 'three-quarter'),
    ('nightgown', 'model', '170-m'), ('nightgown', 'length', 'knee'), ('nightgown', 'fabric', 'satin'), ('nightgown', 'care', 'wash-30'), ('nightgown', 'care', 'cool-iron'),
    ('boyshort', 'rise', 'hip'), ('brief', 'rise', 'waist'), ('high-waist', 'rise', 'above-waist')) as a (garment, attribute, value)
  on a.garment = p.garment;

insert into public.product_features (product_id, title, description, display_order)
select p.id, f.title, f.description, f.place
from sample_products p
join (values
    ('bra', 'Feel', 'Soft against the skin, with a lined cup that keeps its shape.', 1),
    ('bra', 'Fit', 'Three rows of hooks, and straps that adjust.', 2),
    ('bra', 'Good to know', 'Dry it in the shade: heat tires the straps and the band.', 3),
    ('soft', 'Feel', 'Soft against the skin, without a wire.', 1),
    ('soft', 'Fit', 'A soft band with three rows of hooks.', 2),
    ('soft', 'Good to know', 'Dry it in the shade: heat tires the straps and the band.', 3),
    ('sport', 'Feel', 'Stretch that dries fast and keeps its shape.', 1),
    ('sport', 'Fit', 'Close to the body, with flat seams and no hooks.', 2),
    ('sport', 'Good to know', 'Leave softener out, which makes the cloth slip.', 3),
    ('night', 'Feel', 'Washed satin with a matte inner side that doesn''t cling.', 1),
    ('night', 'Cut', 'Easy through the body, with seams turned in.', 2),
    ('night', 'Good to know', 'Washed inside out, it keeps its sheen.', 3),
    ('light', 'Feel', 'Combed yarn that stays soft wash after wash.', 1),
    ('light', 'Edges', 'Flat elastic without marks.', 2),
    ('light', 'Good to know', 'Washed beside its like, each colour stays as it is.', 3)) as f (kind, title, description, place)
  on f.kind = case when p.garment in ('tshirt-bra', 'lace-bra') then 'bra' when p.garment = 'bralette' then 'soft'
    when p.garment = 'sports-bra' then 'sport' when p.garment in ('nightgown', 'pyjama', 'robe') then 'night' else 'light' end;

drop table sample_products;

update public.hero_statistics s set stat_value = spec.value, stat_label = spec.label, counts = spec.counts
from (values
    ('high_quality_products', (select count(*) from public.products where is_active), 'High-Quality Products', 'products'),
    ('happy_customers', (select count(distinct name) from public.colors), 'Colors to choose from', 'colors'))
  as spec (key, value, label, counts)
where s.stat_key = spec.key;

insert into public.testimonials (customer_name, review_text, rating, created_at)
select name, words, rating, now() - place * interval '3 days'
from (values
  ('Ayesha K.', 'The size guide was right the first time. The lace is soft and does not scratch at all.', 5, 1),
  ('Mahnoor S.', 'My pyjama set has been washed every week since Eid and the satin still looks new.', 5, 2),
  ('Hira A.', 'I asked about my order in chat and had an answer before my tea went cold.', 4, 3),
  ('Sana R.', 'Cash on delivery made it easy to try a new shop.', 5, 4),
  ('Zainab M.', 'Plain parcel, quick rider, and the colour is the colour in the picture.', 5, 5),
  ('Nimra T.', 'Bought one camisole, then four more for my sisters.', 4, 6)) as t (name, words, rating, place);

insert into public.promo_codes (code, kind, value, starts_at, ends_at, minimum_total, usage_limit, used_count) values
  ('JASMINE10', 'percent', 10, null, null, 0, null, 0),
  ('EID500', 'fixed', 500, null, null, 3000, null, 0),
  ('SPRING25', 'percent', 25, timestamptz '2024-03-01', timestamptz '2024-04-01', 0, null, 0),
  ('NEXTYEAR', 'percent', 15, timestamptz '2099-01-01', null, 0, null, 0),
  ('FIRST100', 'fixed', 100, null, null, 0, 100, 100);

-- What belongs together.
insert into public.product_pairs (product_id, other_id)
select least(a.id, b.id), greatest(a.id, b.id) from (values
  ('jasmine-lace-bra', 'high-waist-lace-panty'),
  ('satin-nightgown-with-lace-hem', 'satin-robe-with-tie-belt')) as s (one, other)
join public.products a on a.slug = s.one join public.products b on b.slug = s.other;
