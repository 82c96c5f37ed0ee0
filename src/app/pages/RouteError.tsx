import { IconAlertTriangle } from '@tabler/icons-react'
import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { isApiError, mayRecover } from '@/api/errors.ts'
import { paths } from '@/lib/paths.ts'
import { pageText } from '@/messages/app/pages.ts'
import { errorText } from '@/messages/common/common.ts'
import { useTryAgain } from '@/ui/feedback/use-try-again.ts'
import { Button, ButtonLink } from '@/ui/form/Button.tsx'
import { MessagePage } from './MessagePage.tsx'
import { Component as NotFound } from './NotFoundPage.tsx'
import { useFailure } from './use-failure.ts'

/** Replaces a failed page: status, error text and a retry. What failed by chance is tried again by itself. */
export function RouteError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return <ErrorPage error={error} />
}

/** The same for the page of a device, with the platform's own message about the device. */
export function DeviceRouteError() {
  const error = useRouteError()
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />
  return <ErrorPage error={error} saysMessage />
}

export interface ErrorPageProps {
  error: unknown
  /** Also shows the message of a failure of the platform, if there is one. */
  saysMessage?: boolean
}

function ErrorPage({ error, saysMessage = false }: ErrorPageProps) {
  const described = useFailure(error)
  const { status } = described
  const text = (saysMessage ? failureMessage(error) : undefined) ?? described.text
  const { revalidate, state } = useRevalidator()
  useTryAgain(mayRecover(error) && state === 'idle' ? () => void revalidate() : undefined)
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

/** What the platform says about its failure; undefined if that is nothing. */
function failureMessage(error: unknown): string | undefined {
  if (!(isApiError(error, 'server') || isApiError(error, 'unavailable'))) return undefined
  return error.message === '' || error.message === errorText.request ? undefined : error.message
}
