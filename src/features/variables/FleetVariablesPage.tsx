import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { LoadErrorPage } from '@/domain/screen/LoadError.tsx'
import { variablesText } from '@/messages/variables.ts'
import { VariablesScreen } from './VariablesScreen.tsx'
import { loadFleetVariables, useFleetOwner } from './variable-page.ts'

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
