/** The pages of the identity providers by which members of organizations sign in. */
export const identityProviderText = {
  title: 'Identity provider',
  documentTitle: (name: string) => `${name} · Identity provider`,
  empty: 'The identity provider of your organization appears here',
  emptyDetail:
    'With one, members sign in by SAML: your own directory says who they are, and they need no password here.',
  add: 'Add identity provider',
  noOrganizations: 'Only an administrator of an organization adds one',
  noPlan: 'None of the organizations that you administer has a plan with single sign-on',
  others: 'Identity providers of organizations',
  othersOfYours: 'Your other identity providers',
  listFailed: 'The identity providers could not be loaded',
  unauthorized: 'You have no permission to view identity providers',
  unauthorizedOne: 'You have no permission to view this identity provider',
  failed: 'The identity provider could not be loaded',
  notFound: 'No identity provider found',
  columns: { identifier: 'SSO identifier', issuer: 'Issuer', organizations: 'Organizations' },
  needsAdministrator: 'Only an administrator of a linked organization can do this',
  noSaml: (names: string) =>
    `The plan of ${names} has no single sign-on. Upgrade the plan under the organization’s billing.`,
}

/** What an identity provider is, and removing it. */
export const identityProviderDetailsText = {
  panel: 'Details',
  identifier: 'SSO identifier',
  address: 'Sign-in page',
  accounts: 'SAML accounts',
  accountsUnknown: '–',
  accountsFailed: 'Could not be counted',
  entryPoint: 'Entry point',
  issuer: 'Issuer',
  certificate: 'Certificate',
  edit: 'Edit',
  remove: 'Remove',
  inUse: (count: string, isOne: boolean) =>
    isOne
      ? '1 person has a SAML account of this identity provider. It can be removed once there is none.'
      : `${count} people have SAML accounts of this identity provider. It can be removed once there is none.`,
  inUseUncounted:
    'People have SAML accounts of this identity provider. It can be removed once there is none.',
  counting: 'Whether people still have SAML accounts of it is not known yet',
  removeTitle: (name: string) => `Remove the identity provider ${name}?`,
  removeBody: (organizations: string) =>
    `Members of ${organizations} can no longer sign in by it. This cannot be undone.`,
  removed: (name: string) => `The identity provider ${name} is removed`,
}

/** Making and changing an identity provider. */
export const identityProviderFormText = {
  addTitle: 'Add an identity provider',
  editTitle: (name: string) => `Edit ${name}`,
  add: 'Add identity provider',
  save: 'Save changes',
  same: 'Nothing is changed yet',
  metadata: 'Metadata file (optional)',
  metadataHint: 'The XML file that your identity provider offers, at most 1 MB. It fills the fields below.',
  metadataKind: 'Metadata is an XML file.',
  metadataSize: (most: string) => `A metadata file has at most ${most} bytes.`,
  metadataUnreadable:
    'Failed to parse SAML metadata. The file must name an identity provider with its entry point and its certificate. The fields are as they were.',
  metadataRead: (name: string) => `Entry point, issuer and certificate are those of ${name}.`,
  identifier: 'SSO identifier',
  identifierHint: 'Members type it to sign in. Lowercase letters, digits, underscores and hyphens.',
  identifierShort: (least: number) => `An SSO identifier has at least ${least} characters.`,
  identifierLetters:
    'Invalid characters in SSO identifier. Use lowercase letters, digits, underscores and hyphens only.',
  identifierTaken: (name: string) => `The SSO identifier ${name} is taken. Choose another one.`,
  entryPoint: 'Entry point',
  entryPointHint: 'The address at the identity provider where members sign in.',
  entryPointInvalid: 'Invalid URL. Give the whole address, as in https://sso.example.com/saml.',
  issuer: 'Issuer',
  issuerHint: 'How the identity provider names itself: its entity ID.',
  issuerMissing: 'The issuer is mandatory.',
  certificate: 'Certificate',
  certificateHint: 'One PEM block, with its begin and end markers.',
  certificateMissing: 'The certificate is mandatory.',
  certificateInvalid:
    'Invalid certificate format. Give a single PEM block, with its BEGIN CERTIFICATE and END CERTIFICATE lines.',
  organizations: 'Organizations',
  organizationMissing: 'An identity provider needs at least one organization.',
  added: (name: string) => `The identity provider ${name} is added`,
  notLinked: (name: string) => `${name} could not be linked`,
  saved: (name: string) => `The identity provider ${name} is changed`,
}

/** The organizations that an identity provider signs members in to. */
export const providerMembershipText = {
  panel: 'Organizations',
  table: 'Organizations of this identity provider',
  columns: { organization: 'Organization', team: 'Default team', actions: 'Actions' },
  none: 'No organization that you can see is linked',
  noTeam: 'None',
  hiddenOrganization: 'An organization that you cannot see',
  hiddenTeam: '–',
  hiddenTeams: 'You cannot see the teams of this organization',
  link: 'Link organization',
  linkTitle: (provider: string) => `Link organizations to ${provider}`,
  linkConfirm: 'Link',
  linkChoices: 'Organizations',
  linkNone: 'Every organization that you could link is linked already.',
  linkMissing: 'Select an organization first',
  linked: (names: string) => `Linked: ${names}`,
  needsAdministrator: (name: string) => `Only an administrator of ${name} can do this`,
  changeTeam: (organization: string) => `Change the default team of ${organization}`,
  teamTitle: (organization: string) => `Default team of ${organization}`,
  teamBody: (provider: string) => `Who signs in by ${provider} for the first time joins this team.`,
  teamLabel: 'Default team',
  teamNone: 'No team',
  teamSame: 'This is its default team already',
  teamConfirm: 'Set default team',
  teamSet: (organization: string) => `The default team of ${organization} is changed`,
  unlink: (organization: string) => `Remove ${organization}`,
  unlinkTitle: (organization: string) => `Remove ${organization} from the identity provider?`,
  unlinkBody: (organization: string, provider: string) =>
    `Members of ${organization} can no longer sign in by ${provider}. Who has joined stays a member.`,
  unlinkConfirm: 'Remove organization',
  unlinked: (organization: string) => `${organization} is removed from the identity provider`,
  lastOne: 'An identity provider must keep at least one organization.',
}
