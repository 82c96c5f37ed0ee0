/** What the bell says; it stands on every page. */
export const bellText = {
  label: (unread: number) => (unread === 0 ? 'Inbox' : `Inbox, ${unread} unread`),
}
