/** Why the database refuses a change of products’ pictures, in words for the operator. */
export const PICTURE_REFUSALS = {
  invalid_picture: 'Please describe each picture in at most 200 characters.',
  invalid_part: 'Please choose a part of the picture.',
  too_many_pictures: 'A product may have 30 pictures. Please remove some first.',
  no_such_picture: 'A picture was removed meanwhile. This page shows the pictures as they are now.',
}
