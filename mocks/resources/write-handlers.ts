export { canAccess } from '../services/can-access.ts'
export { createRow, deleteRows, replaceRow, updateRows } from './writes.ts'
