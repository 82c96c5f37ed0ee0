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
  running: 'In progress',
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

/** Texts about unsaved input in forms. */
export const formText = {
  isBack: 'Your earlier input was restored.',
  kept: 'Your input is kept.',
}

/** Errors without a more specific text. */
export const errorText = {
  any: 'An error has occurred',
  request: 'There was an error with your request',
  tryLater: 'Something went wrong, please try again later',
  network: 'The platform cannot be reached. Check your connection, then retry.',
  timeout: 'The platform took too long to respond. Retry in a moment.',
  outcomeUnknown: 'No response was received, so this may have been done. Check before you try again.',
  unreadable: 'The platform’s response could not be read. Retry in a moment.',
  rateLimited: 'Too Many Requests. Try again later',
  tryShortly: 'Too many attempts. Try again shortly.',
  availableAt: (time: string) => `Too many attempts. Action available again at ${time}.`,
  untilThen: (what: string, time: string) => `${what} Action available again at ${time}.`,
  throttled: (wait: string) => `The platform is throttling requests. Trying again in ${wait}.`,
  notFound: 'Not found',
  forbidden: 'You do not have permission for this',
  forbiddenOrBusy: 'The platform refused this. It also does so when it is overloaded: try again in a moment.',
  staleSession: 'This needs a recent sign-in. Confirm your identity, then try again.',
  sessionExpired: 'Your session has expired',
  tokenExpired: 'Your authentication token has expired',
  updateRequired: 'A device update is required before this can be done',
  server: 'The platform had an internal error. Retry in a moment.',
  unavailable: 'The platform is not available right now. Retry in a moment.',
  invalidIdInUrl: (id: string) => `Invalid id passed in URL: ${id}`,
}

export const fieldText = {
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  required: (what: string) => `${what} is required`,
}
