import { vi } from 'vitest'

// Test files of one process share React, jsdom and other dependencies, because loading them takes as long as the tests of a
// file. The project's own modules are loaded again for each file, with an empty page.

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
// Some files define these globals: a clipboard, and a captcha.
Reflect.deleteProperty(navigator, 'clipboard')
Reflect.deleteProperty(window, 'grecaptcha')
Reflect.deleteProperty(window, 'flotillaCaptchaReady')
