import CheckOutlined from '@mui/icons-material/CheckOutlined'
import ErrorOutlined from '@mui/icons-material/ErrorOutlineOutlined'
import HourglassEmptyOutlined from '@mui/icons-material/HourglassEmptyOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Link from '@mui/material/Link'
import Skeleton from '@mui/material/Skeleton'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { createLink } from '@tanstack/react-router'
import { lazy } from 'react'
import type { Modelo } from '#contract/modelos.ts'
import type { MovimentoWhatsapp } from '#contract/whatsapp.ts'
import { precisaAprovacao } from '#domain/modelo.ts'
import { fraseDe } from '#web/api/erro.ts'
import { modelosQuery, useAcoesModelos } from '#web/modelos/modelos.api.ts'
import { cor, type Tom, tons } from '#web/theme.ts'
import { avisar } from '#web/ui/avisos.tsx'
import { Chip } from '#web/ui/Chip.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { numero, plural } from '#web/ui/formatos.ts'
import { movimentoQuery } from './whatsapp.api.ts'

const SemClienteDialog = lazy(() => import('./SemClienteDialog.tsx').then((m) => ({ default: m.SemClienteDialog })))
const AvisosDialog = lazy(() => import('./AvisosDialog.tsx').then((m) => ({ default: m.AvisosDialog })))
const Ligacao = createLink(Link)

/** What moves: the last day's messages, templates that need a hand, people in no register, notices set aside. */
export function Movimento() {
  const { data, error } = useQuery(movimentoQuery)
  return (
    <Box sx={{ display: 'grid', gap: 4, minWidth: 0 }}>
      <Card component="section" aria-label="Últimas 24 h" sx={{ p: 5 }}>
        <Box sx={{ display: 'flex', alignItems: 'baseline', mb: 3 }}>
          <Typography variant="h2">Últimas 24 h</Typography>
          <Box sx={{ ml: 'auto', fontSize: 13, color: 'text.secondary' }}>
            {data && `${numero(data.aceitas + data.falhas)} enviadas`}
          </Box>
        </Box>
        {error && !data ? (
          <Box role="alert" sx={{ color: 'error.main' }}>
            {fraseDe(error)}
          </Box>
        ) : (
          <Contagens movimento={data} />
        )}
      </Card>
      <Modelos />
      {data && data.numeros_sem_cliente > 0 && (
        <Card component="section" aria-label="Números sem cliente" sx={{ p: 5, display: 'grid', gap: 2 }}>
          <Typography variant="h2">Números sem cliente</Typography>
          <Box sx={{ color: 'text.secondary' }}>
            {data.numeros_sem_cliente === 1
              ? '1 pessoa escreveu e não está no cadastro.'
              : `${numero(data.numeros_sem_cliente)} pessoas escreveram e não estão no cadastro.`}
          </Box>
          <Box>
            <Button sx={{ ml: '-16px' }} onClick={() => void abrir((fechar) => <SemClienteDialog aoFechar={fechar} />)}>
              {data.numeros_sem_cliente === 1 ? 'Ver o que escreveu' : 'Ver o que escreveram'}
            </Button>
          </Box>
        </Card>
      )}
      {data && data.eventos_de_lado > 0 && (
        <Card component="section" aria-label="Avisos postos de lado" sx={{ p: 5, display: 'grid', gap: 2 }}>
          <Typography variant="h2">Avisos postos de lado</Typography>
          <Box sx={{ color: 'text.secondary' }}>
            {plural(data.eventos_de_lado, 'aviso da Meta não pôde', 'avisos da Meta não puderam')} ser processado
            {data.eventos_de_lado === 1 ? '' : 's'}. Nada se perdeu: estão guardados para outra tentativa.
          </Box>
          <Box>
            <Button
              sx={{ ml: '-16px' }}
              onClick={() => void abrir((fechar) => <AvisosDialog situacao="de_lado" aoFechar={fechar} />)}
            >
              Ver e tentar de novo
            </Button>
          </Box>
        </Card>
      )}
    </Box>
  )
}

const CONTAGENS = [
  ['aceitas', 'Aceitas'],
  ['entregues', 'Entregues'],
  ['lidas', 'Lidas'],
  ['respondidas', 'Respondidas'],
  ['falhas', 'Falharam'],
] as const

function Contagens({ movimento }: { movimento: MovimentoWhatsapp | undefined }) {
  const total = movimento ? movimento.aceitas + movimento.falhas : 0
  return (
    <Box component="dl" sx={{ m: 0, display: 'grid', gap: 3 }}>
      {CONTAGENS.map(([campo, nome]) => {
        const n = movimento?.[campo] ?? 0
        const ruim = campo === 'falhas' && n > 0
        return (
          <Box
            key={campo}
            sx={{ display: 'grid', gridTemplateColumns: '96px 1fr 56px', gap: 3, alignItems: 'center', minHeight: 20 }}
          >
            <Box component="dt" sx={{ color: ruim ? tons.error.texto : 'text.primary' }}>
              {nome}
            </Box>
            <Barra parte={total ? n / total : 0} tom={ruim ? 'error' : 'neutral'} />
            <Box component="dd" sx={{ m: 0, textAlign: 'right', fontWeight: 600, fontVariantNumeric: 'tabular-nums' }}>
              {movimento ? numero(n) : <Skeleton width={32} sx={{ ml: 'auto' }} />}
            </Box>
          </Box>
        )
      })}
    </Box>
  )
}

/** A part of a whole, with the number written beside it. */
export function Barra({ parte, tom }: { parte: number; tom: Tom }) {
  return (
    <Box
      component="span"
      aria-hidden
      sx={{ display: 'block', height: 8, borderRadius: 4, background: cor.surfaceAlt, overflow: 'hidden' }}
    >
      <Box
        component="span"
        sx={{
          display: 'block',
          height: '100%',
          width: `${Math.min(1, parte) * 100}%`,
          minWidth: parte > 0 ? 2 : 0,
          background: tons[tom].solid,
        }}
      />
    </Box>
  )
}

const SITUACOES = [
  { de: ['aprovado'], um: 'aprovado', varios: 'aprovados', tom: 'success', icone: CheckOutlined },
  { de: ['pendente', 'local'], um: 'em análise', varios: 'em análise', tom: 'warning', icone: HourglassEmptyOutlined },
  { de: ['rejeitado', 'pausado'], um: 'com problema', varios: 'com problema', tom: 'error', icone: ErrorOutlined },
] as const

function Modelos() {
  const { data } = useQuery(modelosQuery)
  const { sincronizar } = useAcoesModelos()
  const modelos = data && Object.values(data).filter(({ tipo }) => precisaAprovacao(tipo))
  const ruim = modelos?.find(({ situacao }) => situacao === 'rejeitado' || situacao === 'pausado')
  return (
    <Card component="section" aria-label="Modelos" sx={{ p: 5, display: 'grid', gap: 3 }}>
      <Typography variant="h2">Modelos</Typography>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, minHeight: 24 }}>
        {SITUACOES.map(({ de, um, varios, tom, icone }) => {
          const n = modelos?.filter(({ situacao }) => (de as readonly string[]).includes(situacao)).length ?? 0
          return n > 0 ? (
            <Chip key={um} tom={tom} icone={icone}>
              {n} {n === 1 ? um : varios}
            </Chip>
          ) : null
        })}
      </Box>
      {ruim && <Box sx={{ color: 'text.secondary' }}>{problemaDo(ruim)}</Box>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 4 }}>
        {ruim && (
          <Ligacao
            to="/admin/mensagens"
            search={{ tipo: ruim.tipo } as never}
            underline="hover"
            sx={{ fontWeight: 500 }}
          >
            Corrigir modelo
          </Ligacao>
        )}
        <Button
          sx={{ ml: ruim ? 0 : '-16px' }}
          loading={sincronizar.isPending}
          onClick={() =>
            sincronizar.mutate(undefined, {
              onSuccess: () => avisar('Situação dos modelos lida da Meta.'),
              onError: (erro) => avisar(fraseDe(erro)),
            })
          }
        >
          Sincronizar
        </Button>
      </Box>
    </Card>
  )
}

function problemaDo({ titulo, situacao, motivo, texto_em_uso }: Modelo): string {
  const oQue = situacao === 'pausado' ? 'foi pausado pela Meta' : 'foi rejeitado'
  const depois = texto_em_uso ? 'A versão aprovada antes continua saindo.' : 'Nada sai com ele até a Meta aprovar.'
  return `“${titulo}” ${oQue}. ${motivo ?? ''} ${depois}`
}
