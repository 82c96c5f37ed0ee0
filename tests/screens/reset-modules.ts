import { vi } from 'vitest'

// The files of a process share React, jsdom and what else the project only uses: to load them takes as long as the tests
// of a file. All that is the project's own is loaded anew for each file, into a page that shows nothing of the last.

vi.resetModules()

const bare = (element: Element) => {
  element.replaceChildren()
  for (const { name } of [...element.attributes]) element.removeAttribute(name)
}
bare(document.head)
bare(document.body)
for (const { name } of [...document.documentElement.attributes])
  document.documentElement.removeAttribute(name)
document.title = ''
// What some files put there by hand: a clipboard, and a captcha.
Reflect.deleteProperty(navigator, 'clipboard')
Reflect.deleteProperty(window, 'grecaptcha')
Reflect.deleteProperty(window, 'flotillaCaptchaReady')
