export const commonText = {
  appName: 'Flotilla',
  cancel: 'Cancel',
  clearFilter: 'Clear filter',
  close: 'Close',
  copied: 'Copied',
  copy: (what: string) => `Copy ${what}`,
  copyFailed: 'Could not copy. Select the text and copy it by hand.',
  dismiss: 'Dismiss',
  loading: 'Loading',
  moreActions: 'More actions',
  next: 'Next',
  notifications: 'Notifications',
  previous: 'Previous',
  retry: 'Retry',
  save: 'Save',
  running: 'Working on it',
  breadcrumbs: 'Breadcrumbs',
  removeFilter: (filter: string) => `Remove filter ${filter}`,
  moreTags: (count: number) => `+${count}`,
  moreTagsName: (tags: readonly string[]) => `${tags.length} more: ${tags.join(', ')}`,
  pageRange: (from: string, to: string, total: string) => `${from} – ${to} of ${total}`,
  pageEmpty: '0 of 0',
  firstPage: 'This is the first page',
  lastPage: 'This is the last page',
  pages: 'Pages',
  selectAllRows: 'Select all rows of this page',
  andMore: (count: number) => `and ${count} more`,
  typeToConfirm: (text: string) => `Type ${text} to confirm`,
  noPaste: 'Pasting is disabled. Type the text to confirm.',
}

/** Texts for errors that have no words of their own. */
export const formText = {
  isBack: 'What you typed here before is back.',
  kept: 'What you typed is kept.',
}

export const errorText = {
  any: 'An error has occurred',
  request: 'There was an error with your request',
  tryLater: 'Something went wrong, please try again later',
  network: 'The platform cannot be reached. Check your connection, then retry.',
  timeout: 'The platform took too long to answer. Retry in a moment.',
  mayBeDone: 'No answer came, and this may have been done. Look before you do it again.',
  rateLimited: 'Too Many Requests. Try again later',
  tryShortly: 'Too many attempts. Try again shortly.',
  availableAt: (time: string) => `Too many attempts. Action available again at ${time}.`,
  untilThen: (what: string, time: string) => `${what} Action available again at ${time}.`,
  throttled: (wait: string) => `The platform is throttling requests. Trying again in ${wait}.`,
  notFound: 'Not found',
  forbidden: 'You do not have permission for this',
  staleSession: 'This needs a recent sign-in. Confirm your identity, then try again.',
  sessionExpired: 'Your session has expired',
  tokenExpired: 'Your authentication token has expired',
  updateRequired: 'A device update is required before this can be done',
  server: 'The platform had an error of its own. Retry in a moment.',
  unavailable: 'The platform is not available right now. Retry in a moment.',
  invalidIdInUrl: (id: string) => `Invalid id passed in URL: ${id}`,
}

/** What a read says that finds nothing, by what was looked for. */
export const notFoundText = {
  organization: 'This organization does not exist, or you have no access to it',
  fleet: 'This fleet does not exist, or you have no access to it',
  device: 'This device does not exist, or you have no access to it',
  release: 'This release does not exist, or you have no access to it',
  image: 'This image does not exist, or you have no access to it',
  service: 'Service not found',
  key: 'This key does not exist, or you have no access to it',
  role: 'This role does not exist',
}

/** What a read says that finds more than one, where a part of a name or id may mean several. */
export const ambiguousText = {
  device: 'More than one device matches. Enter more of its UUID.',
  fleet: 'More than one fleet has this name. Add its organization.',
  release: 'More than one release matches. Enter more of its commit.',
}

export const fieldText = {
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  required: (what: string) => `${what} is required`,
}

/** Texts of what finds words in a long text. */
export const findText = {
  next: 'Next match',
  previous: 'Previous match',
  close: 'Close search',
  none: 'No match',
}
