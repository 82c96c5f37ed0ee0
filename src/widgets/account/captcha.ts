import { cleanHtmlOfOthers } from '@/lib/trusted-types.ts'

/** Sent as the captcha response if no captcha is configured. */
export const NO_CAPTCHA = 'none'

const SCRIPT = 'https://www.google.com/recaptcha/api.js?render=explicit&onload='
const READY = 'flotillaCaptchaReady'

interface CaptchaOptions {
  sitekey: string
  theme: 'light' | 'dark'
  callback: (response: string) => void
  'expired-callback': () => void
  'error-callback': () => void
}

/** The part of the reCAPTCHA API that is used. */
export interface CaptchaScript {
  render: (container: HTMLElement, options: CaptchaOptions) => number
  reset: (widget: number) => void
}

declare global {
  interface Window {
    grecaptcha?: CaptchaScript
    [READY]?: () => void
  }
}

let loading: Promise<CaptchaScript> | undefined

/** Loads the captcha script once. Rejects if that fails; the next call tries again. */
export function loadCaptcha(): Promise<CaptchaScript> {
  loading ??= cleanHtmlOfOthers().then(() => loadScript())
  return loading
}

const loadScript = () =>
  new Promise<CaptchaScript>((resolve, reject) => {
    const script = document.createElement('script')
    const fail = () => {
      loading = undefined
      script.remove()
      reject(new Error('The captcha’s script could not be loaded'))
    }
    window[READY] = () => (window.grecaptcha ? resolve(window.grecaptcha) : fail())
    script.src = `${SCRIPT}${READY}`
    script.async = true
    script.addEventListener('error', fail)
    document.head.append(script)
  })
