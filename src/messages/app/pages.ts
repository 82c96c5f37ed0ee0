/** A page that is loading or cannot be shown. */
export const pageText = {
  loading: 'Loading page',
  waits: 'This page takes longer than usual. Other pages can be opened meanwhile.',
  waitsUntil: (time: string) =>
    `The platform is throttling requests. This page is loaded at ${time}. Other pages can be opened meanwhile.`,
  ready: (title: string) => `${title} loaded`,
  notFound: 'Page not found',
  notFoundDetail: 'This page does not exist. It may have been moved or deleted.',
  goHome: 'Go home',
  failed: 'This page could not be shown',
  status: (status: string) => `Status: ${status}`,
  refresh: 'Refresh',
  offlineWaits: 'You are offline. The page loads when you are back online.',
  offlinePart: 'You are offline. This part of the dashboard loads when you are back online.',
  newVersion: 'A part of the dashboard could not be loaded. There may be a new version: refresh the page.',
}
