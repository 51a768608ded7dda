/** The error for an empty required field. In a separate module, so that browsers don't load the schema. */
export const MISSING_FIELDS = 'Please fill in all required fields (First name, Email, and Message)'
