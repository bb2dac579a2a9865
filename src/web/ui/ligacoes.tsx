import Button from '@mui/material/Button'
import ButtonBase from '@mui/material/ButtonBase'
import Link from '@mui/material/Link'
import { createLink } from '@tanstack/react-router'

/** Buttons that lead somewhere: real links, with the router's typed addresses. */
export const BotaoLink = createLink(Button)
export const AreaLink = createLink(ButtonBase)
export const TextoLink = createLink(Link)
