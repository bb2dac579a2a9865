import AutoModeOutlined from '@mui/icons-material/AutoModeOutlined'
import BlockOutlined from '@mui/icons-material/BlockOutlined'
import DoneAllOutlined from '@mui/icons-material/DoneAllOutlined'
import DoneOutlined from '@mui/icons-material/DoneOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined'
import ScheduleOutlined from '@mui/icons-material/ScheduleOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import type { Mensagem } from '#contract/mensagens.ts'
import { cor, tons } from '#web/theme.ts'
import { hora } from '#web/ui/formatos.ts'
import { Midia } from './Midia.tsx'
import { nomeDoModelo, nomeDoPasso } from './palavras.ts'

interface Props {
  mensagem: Mensagem
  primeira: boolean
  ultima: boolean
  aoReenviar?: ((mensagem: Mensagem) => void) | undefined
}

/** One message: the customer's at the left, ours at the right, the engine's in violet with step and template. */
export function Bolha({ mensagem, primeira, ultima, aoReenviar }: Props) {
  const minha = mensagem.direcao === 'enviada'
  const falhou = mensagem.status === 'falha'
  const fundo = falhou ? tons.error.fundo : mensagem.automatica ? cor.engine : minha ? cor.primarySoft : cor.surfaceAlt
  return (
    <Box sx={{ display: 'grid', justifyItems: minha ? 'end' : 'start', mt: primeira ? '10px' : '2px' }}>
      <Box
        sx={{
          maxWidth: 'min(72%, 480px)',
          px: 3,
          py: 2,
          background: fundo,
          borderRadius: '16px',
          ...(ultima && (minha ? { borderBottomRightRadius: 4 } : { borderBottomLeftRadius: 4 })),
          fontSize: { xs: 15, sm: 14 },
          lineHeight: { xs: '22px', sm: '20px' },
          overflowWrap: 'anywhere',
        }}
      >
        {mensagem.automatica && (
          <Box
            sx={{
              display: 'flex',
              alignItems: 'center',
              gap: 1.5,
              color: tons.special.texto,
              fontWeight: 500,
              fontSize: 13,
            }}
          >
            <AutoModeOutlined sx={{ fontSize: 16 }} aria-hidden />
            {['Automática', nomeDoPasso(mensagem.passo), nomeDoModelo(mensagem.modelo)].filter(Boolean).join(' · ')}
          </Box>
        )}
        {!mensagem.automatica && mensagem.autor && primeira && (
          <span className="so-leitor">{mensagem.autor.name}: </span>
        )}
        <Midia mensagem={mensagem} />
        {mensagem.conteudo && <Box sx={{ whiteSpace: 'pre-wrap' }}>{mensagem.conteudo}</Box>}
        <Rodape mensagem={mensagem} />
      </Box>
      {falhou && (
        <Box
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            alignItems: 'center',
            justifyContent: 'flex-end',
            gap: 2,
            fontSize: 12,
            color: tons.error.texto,
          }}
        >
          {mensagem.erro?.mensagem ?? 'A mensagem não foi entregue.'}
          {aoReenviar && (
            <Button size="small" onClick={() => aoReenviar(mensagem)}>
              Tentar de novo
            </Button>
          )}
        </Box>
      )}
    </Box>
  )
}

const MARCAS = {
  pendente: { icone: ScheduleOutlined, rotulo: 'na fila de envio', cor: 'inherit' },
  enviada: { icone: DoneOutlined, rotulo: 'enviada', cor: 'inherit' },
  entregue: { icone: DoneAllOutlined, rotulo: 'entregue', cor: 'inherit' },
  lida: { icone: DoneAllOutlined, rotulo: 'lida', cor: cor.readTick },
  falha: { icone: ErrorOutlined, rotulo: 'não enviada', cor: tons.error.texto },
  cancelada: { icone: BlockOutlined, rotulo: 'cancelada antes de sair', cor: 'inherit' },
} as const

function Rodape({ mensagem }: { mensagem: Mensagem }) {
  const marca = mensagem.status === 'recebida' ? null : MARCAS[mensagem.status]
  const emPalavras = mensagem.status === 'falha' || mensagem.status === 'cancelada'
  return (
    <Box
      sx={{
        display: 'flex',
        justifyContent: 'flex-end',
        alignItems: 'center',
        gap: 1,
        fontSize: 12,
        lineHeight: '16px',
        color: mensagem.status === 'falha' ? tons.error.texto : mensagem.automatica ? cor.engineMeta : 'text.secondary',
      }}
    >
      {emPalavras && marca?.rotulo}
      <time dateTime={mensagem.created_at}>{hora(mensagem.created_at)}</time>
      {marca && (
        <marca.icone sx={{ fontSize: 16, color: marca.cor }} {...(!emPalavras && { titleAccess: marca.rotulo })} />
      )}
    </Box>
  )
}
