/** Roles, their permissions and seat prices, from the contract. */
export {
  roleGrants,
  roleNames,
  roles,
  type RoleName,
  type StaffRoleName,
} from '../../openapi/generated/roles.ts'
