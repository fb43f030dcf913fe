import { drawingOf } from './drawings.ts'

/** Elements that are left out of pictures: controls, tables, and everything that follows the pointer. */
const LEFT_OUT =
  '.foot, .status, .toolbar, .sr, .astable, .rtable, .pt, .chart__hands, .chart__cross, .chart__dot, .tip, .colormenu'

/**
 * The CSS properties that are copied: those that position and paint an element. All others have no effect
 * in a picture.
 */
const PAINTED =
  `align-content align-items align-self appearance aspect-ratio background-clip background-color background-image
background-position background-repeat background-size border-bottom-color border-bottom-left-radius
border-bottom-right-radius border-bottom-style border-bottom-width border-collapse border-left-color border-left-style
border-left-width border-right-color border-right-style border-right-width border-spacing border-top-color
border-top-left-radius border-top-right-radius border-top-style border-top-width bottom box-shadow box-sizing clip-path
color column-gap display dominant-baseline fill fill-opacity flex-basis flex-direction flex-grow flex-shrink flex-wrap
font-family font-feature-settings font-size font-style font-variant-numeric font-weight grid-auto-columns grid-auto-flow
grid-auto-rows grid-column-end grid-column-start grid-row-end grid-row-start grid-template-areas grid-template-columns
grid-template-rows height justify-content justify-items justify-self left letter-spacing line-height list-style-type margin-bottom
margin-left margin-right margin-top max-height max-width min-height min-width mix-blend-mode object-fit opacity order
outline-style overflow-wrap overflow-x overflow-y padding-bottom padding-left padding-right padding-top position right
rotate row-gap scale stroke stroke-dasharray stroke-linecap stroke-linejoin stroke-opacity stroke-width text-align
text-anchor text-decoration-line text-overflow text-transform top transform transform-origin translate vertical-align
visibility white-space-collapse text-wrap-mode width word-break z-index`.split(/\s+/)

/** Whether an element is part of pictures. */
export const isPictured = (element: Element): boolean => !element.matches(LEFT_OUT)

/**
 * Returns a copy of an element as it looks now. The copy needs no style sheet. Null for an element that is
 * left out of pictures.
 */
export function stillCopy(element: Element): Element | null {
  if (!isPictured(element)) return null
  const copy = shallowCopy(element)
  paint(copy, getComputedStyle(element))
  const drawing = drawingOf(element)
  if (drawing !== null) {
    const image = document.createElement('img')
    image.src = drawing.toDataURL()
    image.style.width = '100%'
    image.style.height = '100%'
    copy.append(image)
    return copy
  }
  copy.append(...[made(element, '::before'), ...partsOf(element), made(element, '::after')].filter(isThere))
  return copy
}

const isThere = (part: Node | null): part is Node => part !== null

function partsOf(element: Element): (Node | null)[] {
  return [...element.childNodes].map((child) => {
    if (child instanceof Element) return stillCopy(child)
    return child.nodeType === Node.TEXT_NODE ? child.cloneNode() : null
  })
}

// The copy has no attributes for styles and for screen readers, because they have no meaning in a picture.
// Its look is copied separately.
function shallowCopy(element: Element): HTMLElement | SVGElement {
  const copy = element.cloneNode(false) as HTMLElement | SVGElement
  for (const { name } of [...copy.attributes])
    if (/^(class|id|style|title|tabindex|role|aria-.*|data-.*|disabled)$/.test(name))
      copy.removeAttribute(name)
  return copy
}

function paint(copy: HTMLElement | SVGElement, styles: CSSStyleDeclaration): void {
  for (const property of PAINTED) {
    const value = styles.getPropertyValue(property)
    if (value !== '') copy.style.setProperty(property, value)
  }
}

/**
 * Returns an element for the content that a style sheet adds before or after an element; null if it adds
 * none.
 */
function made(element: Element, place: '::before' | '::after'): HTMLElement | null {
  const styles = getComputedStyle(element, place)
  const content = styles.getPropertyValue('content')
  if (content === 'none' || content === 'normal' || content === '') return null
  const copy = document.createElement('span')
  paint(copy, styles)
  copy.textContent = /^"(.*)"$/s.exec(content)?.[1] ?? ''
  return copy
}
