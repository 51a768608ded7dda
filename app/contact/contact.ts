/** Shown when a required field of the contact form is empty. Its own module, so that browsers don't load the schema. */
export const MISSING = 'Please fill in all required fields (First name, Email, and Message)'
