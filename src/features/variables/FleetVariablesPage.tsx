import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { variablesText } from '@/messages/variables/variables.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { loadFleetVariables, useFleetOwner } from './variable-page.ts'
import { VariablesScreen } from './VariablesScreen.tsx'

export function loader(args: LoaderFunctionArgs) {
  return loadFleetVariables(args, 'environment')
}

export function Component() {
  const { id } = useLoaderData<typeof loader>()
  return <VariablesScreen key={id} {...useFleetOwner(id)} />
}

export const ErrorBoundary = () => (
  <LoadErrorPage title={variablesText.title} hidden failed={variablesText.loadFailed} />
)
