import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ClienteDetalhado } from '#contract/clientes.ts'
import { queryClient } from '#web/api/queryClient.ts'
import { somar } from '#web/contas-receber/palavras.ts'
import type { Selecao } from '#web/contas-receber/useSelecao.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { dinheiro, plural } from '#web/ui/formatos.ts'
import { PixOutlined } from '#web/ui/icons/PixOutlined.tsx'
import { SmsOutlined } from '#web/ui/icons/SmsOutlined.tsx'
import { modelosQuery } from './mensagens.api.ts'

interface Props {
  cliente: ClienteDetalhado
  selecao: Selecao
  /** Where room is short, the Pix key and the total stand in the menu too. */
  soModelos: boolean
  aoEscolher: (texto: string) => void
}

/** Texts with their values already in place: the Pix key, what is owed today, the templates. They go into the field, to be changed. */
export function TextosProntos({ cliente, selecao, soModelos, aoEscolher }: Props) {
  const [ancora, setAncora] = useState<HTMLElement | null>(null)
  const consulta = useQuery({ ...modelosQuery(cliente.id), enabled: Boolean(ancora) })
  const total = totalDeHoje(cliente, selecao)
  const colarPix = async () => {
    const dados = await queryClient.ensureQueryData(modelosQuery(cliente.id)).catch(() => null)
    if (!dados) return avisar('Não foi possível ler a chave Pix. Tente de novo em instantes.')
    if (!dados.pix) return avisar('A empresa ainda não tem chave Pix. Um administrador pode cadastrá-la.')
    aoEscolher(`Nossa chave Pix: ${dados.pix}`)
  }
  const escolher = (fazer: () => unknown) => () => {
    setAncora(null)
    fazer()
  }
  const abrir = (evento: { currentTarget: HTMLElement }) => setAncora(evento.currentTarget)
  const doMenu = { 'aria-haspopup': 'menu', 'aria-expanded': Boolean(ancora), onClick: abrir } as const

  return (
    <>
      {soModelos ? (
        <IconButton aria-label="Textos prontos" {...doMenu}>
          <SmsOutlined />
        </IconButton>
      ) : (
        <>
          <Button size="small" variant="outlined" startIcon={<PixOutlined />} onClick={() => void colarPix()}>
            Chave Pix
          </Button>
          {total && (
            <Button size="small" variant="outlined" onClick={() => aoEscolher(total)}>
              Total de hoje
            </Button>
          )}
          <Button size="small" variant="outlined" startIcon={<SmsOutlined />} {...doMenu}>
            Modelos
          </Button>
        </>
      )}
      {ancora && (
        <Menu
          anchorEl={ancora}
          open
          onClose={() => setAncora(null)}
          anchorOrigin={{ vertical: 'top', horizontal: 'left' }}
          transformOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        >
          {soModelos && <MenuItem onClick={escolher(colarPix)}>Chave Pix</MenuItem>}
          {soModelos && total && <MenuItem onClick={escolher(() => aoEscolher(total))}>Total de hoje</MenuItem>}
          {(consulta.data?.data ?? [])
            .filter((modelo) => modelo.conteudo)
            .map((modelo) => (
              <MenuItem
                key={modelo.tipo}
                onClick={escolher(() => aoEscolher(modelo.conteudo))}
                sx={{ display: 'block', maxWidth: 420, whiteSpace: 'normal' }}
              >
                <Box sx={{ fontWeight: 500 }}>{modelo.titulo}</Box>
                <Box
                  sx={{
                    fontSize: 13,
                    lineHeight: '18px',
                    color: 'text.secondary',
                    display: '-webkit-box',
                    WebkitLineClamp: 2,
                    WebkitBoxOrient: 'vertical',
                    overflow: 'hidden',
                  }}
                >
                  {modelo.conteudo}
                </Box>
              </MenuItem>
            ))}
          {consulta.isPending && <MenuItem disabled>Buscando os modelos…</MenuItem>}
          {consulta.error && <MenuItem disabled>Não foi possível buscar os modelos.</MenuItem>}
        </Menu>
      )}
    </>
  )
}

/** What the chosen accounts are worth today; what is overdue when none is chosen; nothing when nothing is owed. */
function totalDeHoje(cliente: ClienteDetalhado, selecao: Selecao): string | null {
  const contas = selecao.contas.length ? selecao.contas : cliente.contas.filter((conta) => conta.status === 'vencida')
  if (contas.length === 0) return null
  const total = dinheiro(somar(contas.map((conta) => conta.valor_atualizado)))
  const comEncargos = contas.some((conta) => conta.encargos > 0) ? ', com encargos,' : ''
  return `O total de hoje${comEncargos} é ${total} (${plural(contas.length, 'conta', 'contas')}).`
}
