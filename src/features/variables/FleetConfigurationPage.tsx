import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { configText } from '@/messages/variables/variables.ts'
import { LoadErrorPage } from '@/widgets/query-states/LoadError.tsx'
import { ConfigurationScreen } from './ConfigurationScreen.tsx'
import { loadFleetVariables, useFleetOwner } from './variable-page.ts'

export function loader(args: LoaderFunctionArgs) {
  return loadFleetVariables(args, 'configuration')
}

export function Component() {
  const { id } = useLoaderData<typeof loader>()
  return <ConfigurationScreen key={id} {...useFleetOwner(id)} />
}

export const ErrorBoundary = () => (
  <LoadErrorPage title={configText.title} hidden failed={configText.loadFailed} />
)
