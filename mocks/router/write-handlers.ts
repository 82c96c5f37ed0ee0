export { canAccess } from './can-access.ts'
export { createRow, deleteRows, replaceRow, updateRows } from './writes.ts'
