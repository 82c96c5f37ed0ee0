/** How a browser sends a form without files. */
export const FORM_TYPE = 'application/x-www-form-urlencoded'
