import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { LoadError } from '@/domain/screen/LoadError.tsx'
import { variablesText } from '@/messages/variables.ts'
import { PageFrame } from '@/ui/layout/PageFrame.tsx'
import { VariablesScreen } from './VariablesScreen.tsx'
import { loadFleetVariables, useFleetOwner } from './variable-page.ts'

export function loader(args: LoaderFunctionArgs) {
  return loadFleetVariables(args, 'environment')
}

export function Component() {
  const { id } = useLoaderData<typeof loader>()
  return <VariablesScreen key={id} {...useFleetOwner(id)} />
}

export function ErrorBoundary() {
  return (
    <PageFrame title={variablesText.title} hidden>
      <LoadError title={variablesText.loadFailed} />
    </PageFrame>
  )
}
