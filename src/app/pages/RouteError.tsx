import { IconAlertTriangle } from '@tabler/icons-react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { paths } from '@/lib/paths.ts'
import { pageText } from '@/messages/app/shell.ts'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import { MessagePage } from './MessagePage.tsx'
import { Component as NotFound } from './NotFoundPage.tsx'
import { useFailure } from './use-failure.ts'

/** Replaces a failed page: status, error text and a retry. */
export function RouteError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return <ErrorPage error={error} />
}

export function ErrorPage({ error }: { error: unknown }) {
  const { text, status } = useFailure(error)
  return (
    <MessagePage
      icon={<IconAlertTriangle size={36} stroke={1.4} aria-hidden="true" />}
      title={pageText.failed}
      action={
        <>
          <Button variant="primary" onClick={() => window.location.reload()}>
            {pageText.refresh}
          </Button>
          <ButtonLink to={paths.home()}>{pageText.goHome}</ButtonLink>
        </>
      }
    >
      {status !== undefined && <p>{pageText.status(status)}</p>}
      <p role="alert">{text}</p>
    </MessagePage>
  )
}
