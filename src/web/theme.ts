import { createTheme } from '@mui/material/styles'
import { cor, tons } from '#web/cores.ts'

export { cor, coresGrafico, rampaAtraso, type Tom, tons } from '#web/cores.ts'

/** A filled button beside the one that is the next best step. */
export const TONAL = { background: cor.primaryTint, color: cor.primaryDeep, '&:hover': { background: cor.primarySoft } }

const fonte = '"Roboto Variable", "Roboto Reserva", Roboto, system-ui, sans-serif'
const curva = 'cubic-bezier(.2,0,0,1)'

export const theme = createTheme({
  spacing: 4,
  shape: { borderRadius: 8 },
  palette: {
    primary: { main: '#1976D2', dark: '#1565C0', light: '#E8F1FB', contrastText: '#FFFFFF' },
    success: { main: '#2E7D32' },
    warning: { main: '#B45309' },
    error: { main: '#C62828' },
    info: { main: '#0B5394' },
    background: { default: '#F6F8FB', paper: '#FFFFFF' },
    text: { primary: '#1A2027', secondary: '#4B5663', disabled: '#5E6B7A' },
    divider: '#DDE3EA',
  },
  breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
  typography: {
    fontFamily: fonte,
    fontSize: 14,
    h1: { fontSize: 16, lineHeight: '24px', fontWeight: 600 },
    h2: { fontSize: 16, lineHeight: '24px', fontWeight: 600 },
    h3: { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
    body1: { fontSize: 14, lineHeight: '20px' },
    body2: { fontSize: 14, lineHeight: '20px' },
    caption: { fontSize: 12, lineHeight: '16px' },
    button: { textTransform: 'none', fontWeight: 500, fontSize: 14, lineHeight: '20px' },
  },
  transitions: {
    duration: { enteringScreen: 200, leavingScreen: 150, shortest: 120, shorter: 150, short: 200, standard: 200 },
    easing: { easeInOut: curva, easeOut: curva, easeIn: curva, sharp: curva },
  },
  zIndex: { drawer: 1200, appBar: 1110, modal: 1300, snackbar: 1400, tooltip: 1500 },
  components: {
    MuiButtonBase: { defaultProps: { disableRipple: true } },
    MuiToggleButton: {
      styleOverrides: {
        root: {
          textTransform: 'none',
          color: '#1A2027',
          borderColor: cor.borderButton,
          '&.Mui-selected, &.Mui-selected:hover': { background: cor.primaryTint, color: cor.primaryDeep },
        },
      },
    },
    MuiBackdrop: {
      styleOverrides: { root: { '&:not(.MuiBackdrop-invisible)': { background: 'rgb(16 32 56 / .45)' } } },
    },
    MuiButton: {
      defaultProps: { disableElevation: true },
      styleOverrides: {
        root: { minHeight: 36, padding: '7px 16px', whiteSpace: 'nowrap' },
        sizeSmall: { minHeight: 32, padding: '5px 12px' },
        outlined: { borderColor: cor.borderButton, color: '#1A2027', '&:hover': { background: cor.hover } },
        text: {
          color: cor.primaryDark,
          '&:hover': { background: cor.primaryTint },
          '&.MuiButton-colorError:not(.Mui-disabled)': { color: tons.error.solid },
        },
        contained: { '&.Mui-disabled': { background: cor.rowDivider, color: cor.text3 } },
      },
    },
    MuiIconButton: {
      styleOverrides: {
        root: { borderRadius: 8, color: '#4B5663', '@media (pointer: coarse)': { minWidth: 44, minHeight: 44 } },
      },
    },
    MuiAppBar: {
      defaultProps: { elevation: 0, color: 'inherit' },
      styleOverrides: { root: { background: '#FFFFFF', borderBottom: `1px solid ${cor.divider}` } },
    },
    MuiTooltip: {
      // In the landmark of the screen it explains.
      defaultProps: {
        slotProps: {
          popper: { container: () => document.getElementById('conteudo'), popperOptions: { strategy: 'fixed' } },
        },
      },
      styleOverrides: { tooltip: { background: cor.ink, fontSize: 13, padding: '8px 12px' } },
    },
    MuiCard: { defaultProps: { variant: 'outlined' }, styleOverrides: { root: { borderRadius: 12 } } },
    MuiDialog: {
      styleOverrides: { paper: { borderRadius: 16, '@media (max-width: 599.95px)': { borderRadius: 0 } } },
    },
    MuiDialogTitle: {
      styleOverrides: { root: { fontSize: 18, lineHeight: '26px', fontWeight: 600, padding: '20px 24px 8px' } },
    },
    MuiDialogActions: { styleOverrides: { root: { padding: '12px 24px 20px', gap: 8 } } },
    MuiMenu: {
      // It hangs over the page and is part of none of its landmarks: it is one while it is open.
      defaultProps: { slotProps: { root: { role: 'region', 'aria-label': 'Opções' } } },
      styleOverrides: { paper: { borderRadius: 12, boxShadow: '0 4px 16px rgb(16 32 56 / .12)', minWidth: 180 } },
    },
    MuiMenuItem: {
      styleOverrides: {
        root: {
          minHeight: 36,
          fontSize: 14,
          '@media (pointer: coarse)': { minHeight: 48 },
          '&.Mui-focusVisible': { background: cor.hover, outline: '2px solid #1976D2', outlineOffset: -2 },
        },
      },
    },
    MuiTextField: { defaultProps: { size: 'small' } },
    MuiOutlinedInput: {
      styleOverrides: {
        root: {
          background: '#FFFFFF',
          '& .MuiOutlinedInput-notchedOutline': { borderColor: cor.borderControl },
          '@media (pointer: coarse)': { fontSize: 16, minHeight: 48 },
        },
        input: { '&::placeholder': { color: cor.text3, opacity: 1 } },
      },
    },
    MuiCheckbox: { styleOverrides: { root: { color: cor.borderControl, padding: 8 } } },
    MuiSwitch: {
      styleOverrides: {
        root: { width: 36, height: 20, padding: 0, overflow: 'visible' },
        sizeSmall: { width: 36, height: 20, padding: 0 },
        switchBase: {
          padding: '2px !important',
          '&.Mui-checked': { transform: 'translateX(16px) !important', color: '#FFF' },
          '&.Mui-checked + .MuiSwitch-track': { opacity: 1 },
          '&.Mui-focusVisible': { outline: 'none' },
          '&.Mui-focusVisible + .MuiSwitch-track': { outline: '2px solid #1976D2', outlineOffset: 2 },
        },
        thumb: { width: '16px !important', height: '16px !important', boxShadow: 'none', color: '#FFF' },
        track: { borderRadius: 10, opacity: 1, background: cor.borderControl },
      },
    },
    MuiRadio: { styleOverrides: { root: { color: cor.borderControl, padding: 8 } } },
    MuiTableCell: {
      styleOverrides: {
        root: { fontVariantNumeric: 'tabular-nums', padding: '0 12px', borderColor: cor.rowDivider },
        head: { background: cor.surfaceAlt, color: '#4B5663', fontWeight: 500, fontSize: 13, lineHeight: '18px' },
        // Between two sticky cells the ground shows through where one ends at a fraction of a pixel.
        stickyHeader: { boxShadow: `1px 0 ${cor.surfaceAlt}` },
      },
    },
    MuiTabs: { styleOverrides: { list: { gap: 20 } } },
    MuiTab: { styleOverrides: { root: { textTransform: 'none', fontWeight: 500, minWidth: 0, padding: '12px 4px' } } },
    MuiLink: { styleOverrides: { root: { color: cor.primaryDark } } },
    MuiSkeleton: { styleOverrides: { root: { background: '#E2E8F0' } }, defaultProps: { animation: 'wave' } },
    MuiAlert: { styleOverrides: { root: { borderRadius: 8, padding: '4px 12px' } } },
  },
})
