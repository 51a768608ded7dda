/** Photos per review (RV-19). A separate module, so that browsers don't load the schema. */
export const MAX_IMAGES = 3
