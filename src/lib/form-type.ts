/** The content type of a form without files. */
export const FORM_TYPE = 'application/x-www-form-urlencoded'
