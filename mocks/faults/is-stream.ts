/** Whether the body is sent over time; all other bodies are complete immediately. */
export const isStream = ({ headers }: Response): boolean => {
  if (headers.get('x-accel-buffering') === 'no') return true
  return !/^(?:application\/json|text\/)/.test(headers.get('content-type') ?? '')
}
