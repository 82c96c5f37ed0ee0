/** The roles of people, what they may do and what their seats cost, as the contract has them. */
export {
  roleGrants,
  roleNames,
  roles,
  type RoleName,
  type StaffRoleName,
} from '../../openapi/generated/roles.ts'
