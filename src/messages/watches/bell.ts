/** The inbox button in the header. */
export const bellText = {
  label: (unread: number) => (unread === 0 ? 'Inbox' : `Inbox, ${unread} unread`),
}
