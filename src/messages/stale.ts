export const staleText = {
  notRefreshed: (age: string) => `Could not refresh. This is how it was ${age}.`,
}
