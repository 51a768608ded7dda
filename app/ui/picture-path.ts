/** The first segment of a picture's path. */
export const PICTURES = 'images'
