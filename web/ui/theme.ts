import { type CSSVariablesResolver, createTheme, Menu, Modal, Popover, Tooltip } from '@mantine/core'
import classes from './mantine.module.css'

type Ten = readonly [string, string, string, string, string, string, string, string, string, string]

const INK: Ten = [
  '#efede8',
  '#dad6cf',
  '#b6b3ab',
  '#95928a',
  '#6f6c65',
  '#57554f',
  '#3a3a36',
  '#2f2f2c',
  '#232321',
  '#1c1b19',
]
const ACCENT: Ten = [
  '#edf1fd',
  '#d3dff9',
  '#b9c8f5',
  '#8fadfb',
  '#6d8cf0',
  '#4a70e2',
  '#2b57d0',
  '#244ab4',
  '#1c3a90',
  '#152c6e',
]

/**
 * The Mantine theme with the values of tokens.css. Floating elements have a shadow instead of a border, and
 * a short fade.
 */
export const theme = createTheme({
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  colors: { ink: INK, accent: ACCENT },
  primaryColor: 'ink',
  primaryShade: { light: 9, dark: 0 },
  autoContrast: true,
  defaultRadius: 6,
  cursorType: 'pointer',
  respectReducedMotion: true,
  white: '#ffffff',
  black: '#1c1b19',
  fontSizes: { xs: '11px', sm: '13px', md: '13px', lg: '14px', xl: '16px' },
  spacing: { xs: '4px', sm: '8px', md: '12px', lg: '16px', xl: '24px' },
  components: {
    Popover: Popover.extend({
      defaultProps: { radius: 10, offset: 4, transitionProps: { duration: 120 } },
      classNames: { dropdown: classes.floating ?? '' },
    }),
    Menu: Menu.extend({
      defaultProps: { radius: 10, offset: 4, transitionProps: { duration: 120 }, position: 'bottom-start' },
      classNames: { dropdown: classes.floating ?? '', item: classes.item ?? '' },
    }),
    Modal: Modal.extend({
      // Scrolling is not locked while a dialog is open. The page itself never scrolls, and the lock would
      // add a style element, which the content security policy refuses.
      defaultProps: {
        yOffset: '12vh',
        radius: 10,
        lockScroll: false,
        overlayProps: { backgroundOpacity: 0.3 },
      },
      classNames: { title: classes.title ?? '' },
    }),
    Tooltip: Tooltip.extend({ defaultProps: { openDelay: 500, color: 'ink' } }),
  },
})

/**
 * Maps Mantine's variables to those of tokens.css, in both schemes alike, because tokens.css follows the
 * scheme by itself.
 */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const names = {
    '--mantine-color-body': 'var(--surface)',
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-dimmed': 'var(--ink-3)',
    '--mantine-color-default': 'var(--surface)',
    '--mantine-color-default-border': 'var(--edge)',
    '--mantine-color-default-hover': 'var(--hover)',
    '--mantine-color-placeholder': 'var(--ink-3)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-error': 'var(--bad)',
  }
  return { variables: {}, light: names, dark: names }
}
