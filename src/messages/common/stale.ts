export const staleText = {
  notRefreshed: (age: string) => `Could not refresh. The data shown is from ${age}.`,
  old: (age: string) => `The data shown is from ${age}.`,
  refreshed: 'The data is up to date again.',
  slow: (age: string) => `The platform has not answered yet. The data shown is from ${age}.`,
}
