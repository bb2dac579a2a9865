import SendOutlined from '@mui/icons-material/SendOutlined'
import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import InputBase from '@mui/material/InputBase'
import { type KeyboardEvent, useRef } from 'react'
import type { Cliente } from '#contract/clientes.ts'
import { cor } from '#web/theme.ts'
import { primeiroNome } from '#web/ui/formatos.ts'
import { useRascunho } from './useRascunho.ts'

const MAXIMO = 4096
const AVISO_DO_LIMITE = 3800

interface Props {
  cliente: Cliente
  placeholder: string
  enviando: boolean
  aoEnviar: (conteudo: string) => Promise<unknown>
}

/** Enter sends, Shift+Enter breaks the line. What was written leaves the field only once the server has it. */
export function Compositor({ cliente, placeholder, enviando, aoEnviar }: Props) {
  const [texto, setTexto] = useRascunho(cliente.id)
  const campo = useRef<HTMLTextAreaElement>(null)
  const vazio = texto.trim().length === 0

  const enviar = async () => {
    if (vazio || enviando) return
    const enviado = texto
    try {
      await aoEnviar(enviado)
      if (campo.current?.value === enviado || !campo.current) setTexto('')
    } catch {
      // The dock shows the server's sentence; the text stays where it is.
    }
    campo.current?.focus()
  }
  const aoTeclar = (evento: KeyboardEvent) => {
    if (evento.key !== 'Enter' || evento.shiftKey || evento.nativeEvent.isComposing) return
    evento.preventDefault()
    void enviar()
  }
  return (
    <Box sx={{ display: 'flex', alignItems: 'flex-end', gap: 2, pl: 4, pr: 2, py: 2 }}>
      <InputBase
        multiline
        fullWidth
        maxRows={7}
        inputRef={campo}
        value={texto}
        placeholder={placeholder}
        onChange={(evento) => setTexto(evento.target.value)}
        onKeyDown={aoTeclar}
        slotProps={{ input: { 'aria-label': `Mensagem para ${primeiroNome(cliente.nome)}`, maxLength: MAXIMO } }}
        sx={{ fontSize: { xs: 16, md: 14 }, py: 1, '& textarea::placeholder': { color: cor.text3, opacity: 1 } }}
      />
      {texto.length > AVISO_DO_LIMITE && (
        <Box sx={{ fontSize: 12, color: cor.text3, pb: 2, whiteSpace: 'nowrap' }}>
          {MAXIMO - texto.length} restantes
        </Box>
      )}
      <IconButton
        aria-label="Enviar mensagem"
        color="primary"
        loading={enviando}
        disabled={vazio}
        onClick={() => void enviar()}
      >
        <SendOutlined />
      </IconButton>
    </Box>
  )
}
