import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Skeleton from '@mui/material/Skeleton'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode } from 'react'
import type { Resposta } from '#web/api/contrato.ts'
import { fraseDe } from '#web/api/erro.ts'
import { cor, type Tom, tons } from '#web/theme.ts'
import { abrir } from '#web/ui/dialogos.tsx'
import { numero, plural } from '#web/ui/formatos.ts'
import { CheckCircleOutlined } from '#web/ui/icons/CheckCircleOutlined.tsx'
import { DateRangeOutlined } from '#web/ui/icons/DateRangeOutlined.tsx'
import { GroupsOutlined } from '#web/ui/icons/GroupsOutlined.tsx'
import { WarningAmberOutlined } from '#web/ui/icons/WarningAmberOutlined.tsx'
import { movimentoQuery } from '#web/whatsapp/whatsapp.api.ts'
import { conferenciaQuery, previsaoQuery, reguaQuery } from './cobranca.api.ts'

const ConferenciaDialog = lazy(() => import('./ConferenciaDialog.tsx').then((m) => ({ default: m.ConferenciaDialog })))

interface Props {
  relatorio: Resposta<'GET /api/admin/cobranca/execucoes/:id'>
  aoVerQuemEspera: () => void
}

/** What a person wants to know before the messages leave: do they all fit today, and do they all read well. */
export function AntesDeEnviar({ relatorio, aoVerQuemEspera }: Props) {
  return (
    <Card
      component="section"
      aria-label="Antes de enviar"
      sx={{
        flexShrink: 0,
        display: 'grid',
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: 'repeat(3, minmax(0, 1fr))' },
        '& > * + *': {
          borderTop: { xs: `1px solid ${cor.divider}`, lg: 0 },
          borderLeft: { lg: `1px solid ${cor.divider}` },
        },
      }}
    >
      <Limite relatorio={relatorio} aoVerQuemEspera={aoVerQuemEspera} />
      <Valores />
      <Volume />
    </Card>
  )
}

function Limite({ relatorio, aoVerQuemEspera }: Props) {
  const { data, error } = useQuery(movimentoQuery)
  const esperam = relatorio.ignorados.limite_do_numero ?? 0
  const resta = data?.pessoas_a_alcancar
  return (
    <Item tom={esperam > 0 ? 'warning' : 'neutral'} icone={GroupsOutlined} titulo="Limite do número">
      {error && !data ? (
        fraseDe(error)
      ) : resta === undefined ? (
        <Skeleton width={200} />
      ) : (
        <>
          {resta === null
            ? 'A Meta não limita este número.'
            : `Ainda dá para escrever primeiro a ${plural(resta, 'pessoa', 'pessoas')} nestas 24 h.`}{' '}
          {esperam === 0 ? (
            'Ninguém fica para amanhã.'
          ) : (
            <Button size="small" sx={EM_LINHA} onClick={aoVerQuemEspera}>
              {plural(esperam, 'cliente espera', 'clientes esperam')} por amanhã
            </Button>
          )}
        </>
      )}
    </Item>
  )
}

function Valores() {
  const { data, error } = useQuery(conferenciaQuery(1))
  const ver = () => void abrir((fechar) => <ConferenciaDialog aoFechar={() => fechar(undefined)} />)
  const ruim = (data?.com_problema ?? 0) > 0
  return (
    <Item
      tom={ruim ? 'warning' : 'success'}
      icone={ruim ? WarningAmberOutlined : CheckCircleOutlined}
      titulo="Valores das mensagens"
    >
      {error && !data ? (
        fraseDe(error)
      ) : !data ? (
        <Skeleton width={200} />
      ) : ruim ? (
        <>
          {data.com_problema === 1 ? 'Em 1 mensagem' : `Em ${numero(data.com_problema)} mensagens`} falta um valor, ou
          ele não cabe.{' '}
          <Button size="small" sx={EM_LINHA} onClick={ver}>
            Ver e corrigir
          </Button>
        </>
      ) : data.publico === 0 ? (
        'Não há mensagem a conferir agora.'
      ) : (
        `${plural(data.conferidos, 'mensagem conferida', 'mensagens conferidas')}: nenhum valor vazio, longo demais ou com quebra de linha.`
      )}
      {data && data.conferidos < data.publico && ` Foram conferidas as ${numero(data.conferidos)} primeiras.`}
    </Item>
  )
}

function Volume() {
  const { data: regua } = useQuery(reguaQuery)
  const { data, error } = useQuery(previsaoQuery(regua))
  return (
    <Item tom="neutral" icone={DateRangeOutlined} titulo="Próximos 30 dias">
      {error && !data ? (
        fraseDe(error)
      ) : !data ? (
        <Skeleton width={200} />
      ) : (
        <>
          Até {plural(data.total, 'mensagem', 'mensagens')}, se ninguém pagar nem responder.{' '}
          <Link className="ligacao" to="/admin/mensagens" search={{ aba: 'regua' } as never}>
            Ver por dia
          </Link>
        </>
      )}
    </Item>
  )
}

/** A button that reads as a part of the sentence it ends. */
const EM_LINHA = { p: 0, minWidth: 0, minHeight: 24, verticalAlign: 'baseline', fontSize: 'inherit' } as const

interface ItemProps {
  tom: Tom
  icone: typeof GroupsOutlined
  titulo: string
  children: ReactNode
}
const Item = ({ tom, icone: Icone, titulo, children }: ItemProps) => (
  <Box sx={{ display: 'flex', gap: 3, px: 5, py: 3 }}>
    <Icone aria-hidden size={20} style={{ marginTop: '1px', color: tons[tom].solid }} />
    <Box sx={{ minWidth: 0 }}>
      <Box component="h3" sx={{ m: 0, fontSize: 14, lineHeight: '20px', fontWeight: 600 }}>
        {titulo}
      </Box>
      <Box sx={{ color: 'text.secondary', minHeight: 20 }}>{children}</Box>
    </Box>
  </Box>
)
