/** The pages of SAML identity providers, with which members of organizations sign in. */
export const identityProviderText = {
  title: 'Identity provider',
  documentTitle: (name: string) => `${name} · Identity provider`,
  empty: 'The identity provider of your organization appears here',
  emptyDetail: 'Members sign in with SAML through your own directory, without a password here.',
  add: 'Add identity provider',
  noOrganizations: 'Only administrators of an organization can add one',
  noPlan: 'None of your organizations has a plan with single sign-on',
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
    `The plan of ${names} does not include single sign-on. Upgrade the plan on the Billing page.`,
}

/** Details of an identity provider, and removing it. */
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
      ? 'An identity provider can be removed only when it has no SAML accounts. This one has 1.'
      : `An identity provider can be removed only when it has no SAML accounts. This one has ${count}.`,
  inUseUncounted: 'An identity provider can be removed only when it has no SAML accounts.',
  counting: 'Checking for SAML accounts',
  removeTitle: (name: string) => `Remove the identity provider ${name}?`,
  removeBody: (organizations: string) =>
    `Members of ${organizations} can no longer sign in with it. This cannot be undone.`,
  removed: (name: string) => `Identity provider ${name} removed`,
}

/** Adding and editing an identity provider. */
export const identityProviderFormText = {
  addTitle: 'Add an identity provider',
  editTitle: (name: string) => `Edit ${name}`,
  add: 'Add identity provider',
  save: 'Save changes',
  same: 'No changes yet',
  metadata: 'Metadata file (optional)',
  metadataHint: 'The XML file of your identity provider, at most 1 MB. It fills the fields below.',
  metadataKind: 'Choose an XML file.',
  metadataSize: (most: string) => `The file can have at most ${most} bytes.`,
  metadataUnreadable:
    'Failed to parse SAML metadata. The file must contain an entry point and a certificate. The fields were not changed.',
  metadataRead: (name: string) => `Entry point, issuer and certificate were filled from ${name}.`,
  identifier: 'SSO identifier',
  identifierHint: 'Members enter it to sign in. Lowercase letters, digits, underscores and hyphens.',
  identifierShort: (least: number) => `An SSO identifier must have at least ${least} characters.`,
  identifierLetters:
    'Invalid characters in SSO identifier. Use lowercase letters, digits, underscores and hyphens only.',
  identifierTaken: (name: string) => `The SSO identifier ${name} is taken. Choose another one.`,
  entryPoint: 'Entry point',
  entryPointHint: 'The sign-in URL of the identity provider.',
  entryPointInvalid: 'Invalid URL. Enter the full URL, such as https://sso.example.com/saml.',
  issuer: 'Issuer',
  issuerHint: 'The entity ID of the identity provider.',
  issuerMissing: 'The issuer is mandatory.',
  certificate: 'Certificate',
  certificateHint: 'One PEM block, with its begin and end markers.',
  certificateMissing: 'The certificate is mandatory.',
  certificateInvalid:
    'Invalid certificate format. Enter a single PEM block, with its BEGIN CERTIFICATE and END CERTIFICATE lines.',
  organizations: 'Organizations',
  organizationMissing: 'An identity provider needs at least one organization.',
  added: (name: string) => `Identity provider ${name} added`,
  notLinked: (name: string) => `${name} could not be linked`,
  saved: (name: string) => `Identity provider ${name} saved`,
}

/** The organizations that an identity provider signs members in to. */
export const providerMembershipText = {
  panel: 'Organizations',
  table: 'Organizations of this identity provider',
  columns: { organization: 'Organization', team: 'Default team', actions: 'Actions' },
  none: 'No linked organizations that you can view',
  noTeam: 'None',
  hiddenOrganization: 'An organization you have no access to',
  hiddenTeam: '–',
  hiddenTeams: 'You have no access to the teams of this organization',
  link: 'Link organization',
  linkTitle: (provider: string) => `Link organizations to ${provider}`,
  linkConfirm: 'Link',
  linkChoices: 'Organizations',
  linkNone: 'All your organizations are already linked.',
  linkMissing: 'Select an organization first',
  linked: (names: string) => `Linked: ${names}`,
  needsAdministrator: (name: string) => `Only an administrator of ${name} can do this`,
  changeTeam: (organization: string) => `Change default team of ${organization}`,
  teamTitle: (organization: string) => `Default team of ${organization}`,
  teamBody: (provider: string) => `Members who sign in with ${provider} for the first time join this team.`,
  teamLabel: 'Default team',
  teamNone: 'No team',
  teamSame: 'This is already its default team',
  teamConfirm: 'Set default team',
  teamSet: (organization: string) => `Default team of ${organization} changed`,
  unlink: (organization: string) => `Remove ${organization}`,
  unlinkTitle: (organization: string) => `Remove ${organization} from the identity provider?`,
  unlinkBody: (organization: string, provider: string) =>
    `Members of ${organization} can no longer sign in with ${provider}. Current members are kept.`,
  unlinkConfirm: 'Remove organization',
  unlinked: (organization: string) => `${organization} removed from the identity provider`,
  lastOne: 'An identity provider must keep at least one organization.',
}
