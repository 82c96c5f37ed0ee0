import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { api } from '@/api/api.ts'
import { captchaText as text } from '@/messages/sign-in/captcha.ts'
import { loadCaptcha, NO_CAPTCHA } from './captcha.ts'

export interface Captcha {
  /** The response to send with the request; null until the captcha is solved. */
  response: string | null
  /** Renders the captcha; null if none is configured. `missing` shows the error if it is not solved. */
  field: (missing: boolean) => ReactNode
  /** Asks for a new response: each is valid for one request. */
  reset: () => void
}

/** The captcha of a form; a dummy response if no site key is configured. */
export function useCaptcha(): Captcha {
  const key = api().captchaKey
  const [response, setResponse] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  if (key === null) return { response: NO_CAPTCHA, field: () => null, reset: () => {} }
  return {
    response,
    field: (missing) => (
      <CaptchaField
        key={round}
        siteKey={key}
        missing={missing && response === null}
        onResponse={setResponse}
      />
    ),
    reset() {
      setResponse(null)
      setRound(round + 1)
    },
  }
}

interface CaptchaFieldProps {
  siteKey: string
  missing: boolean
  onResponse: (response: string | null) => void
}

function CaptchaField({ siteKey, missing, onResponse }: CaptchaFieldProps) {
  const id = useId()
  const container = useRef<HTMLDivElement>(null)
  const [failed, setFailed] = useState(false)
  useEffect(() => {
    let gone = false
    const fail = () => void (gone || setFailed(true))
    loadCaptcha().then((captcha) => {
      if (gone || container.current === null || container.current.childElementCount > 0) return
      captcha.render(container.current, {
        sitekey: siteKey,
        theme: document.documentElement.dataset.mantineColorScheme === 'dark' ? 'dark' : 'light',
        callback: onResponse,
        'expired-callback': () => onResponse(null),
        'error-callback': fail,
      })
    }, fail)
    return () => {
      gone = true
    }
  }, [siteKey, onResponse])
  return (
    <div role="group" aria-label={text.label} aria-describedby={missing || failed ? id : undefined}>
      <div ref={container} />
      {(missing || failed) && (
        <p id={id} role="alert">
          {failed ? text.failed : text.missing}
        </p>
      )}
    </div>
  )
}
