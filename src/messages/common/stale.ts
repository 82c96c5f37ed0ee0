export const staleText = {
  notRefreshed: (age: string) => `Could not refresh. The data shown is from ${age}.`,
}
