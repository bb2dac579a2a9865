import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import Table from '@mui/material/Table'
import TableBody from '@mui/material/TableBody'
import TableCell from '@mui/material/TableCell'
import TableHead from '@mui/material/TableHead'
import TableRow from '@mui/material/TableRow'
import { Link } from '@tanstack/react-router'
import type { DesempenhoModelo } from '#contract/modelos.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { cor } from '#web/theme.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { numero, plural } from '#web/ui/formatos.ts'
import { Quadro } from '#web/ui/Quadro.tsx'
import { StatusChip, situacaoModelo } from '#web/ui/StatusChip.tsx'
import { useMedia } from '#web/ui/useMedia.ts'
import { cobradas, falharam, parte } from './desempenho.ts'
import { cuidados } from './palavras.ts'

interface Props {
  desempenho: DesempenhoModelo[] | undefined
  modelos: Resposta<'GET /api/admin/configuracoes/mensagens/templates'> | undefined
}

/** How far each template got, side by side; its name opens its text. */
export function TabelaDesempenho(props: Props) {
  const estreita = useMedia('(max-width: 599.95px)')
  return <Quadro titulo="Por modelo">{estreita ? <Itens {...props} /> : <Tabela {...props} />}</Quadro>
}

const COLUNAS = ['Enviadas', 'Entregues', 'Lidas', 'Respondidas', 'Pagas em 3 dias', 'Falharam', 'Cobradas']
const LINHA = {
  height: 44,
  '& > :first-of-type': { pl: 5 },
  '& > :last-child': { pr: 5 },
  '&:last-child > *': { border: 0 },
} as const

function Tabela({ desempenho, modelos }: Props) {
  return (
    <Box sx={{ overflowX: 'auto', mt: 2 }} role="region" aria-label="Desempenho por modelo" tabIndex={0}>
      <Table size="small" aria-label="Desempenho por modelo">
        <TableHead>
          <TableRow sx={{ ...LINHA, height: 36 }}>
            <TableCell>Modelo</TableCell>
            {COLUNAS.map((nome) => (
              <TableCell key={nome} align="right">
                {nome}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {desempenho
            ? desempenho.map((um) => (
                <TableRow hover key={um.tipo} sx={{ ...LINHA, '&.MuiTableRow-hover:hover': { background: cor.hover } }}>
                  <TableCell sx={{ whiteSpace: 'nowrap' }}>
                    <Nome um={um} modelos={modelos} />
                  </TableCell>
                  <TableCell align="right">{um.enviadas ? numero(um.enviadas) : '—'}</TableCell>
                  {(['entregues', 'lidas', 'respondidas', 'pagas'] as const).map((campo) => (
                    <TableCell key={campo} align="right">
                      <Parte n={um[campo]} de={um.enviadas} />
                    </TableCell>
                  ))}
                  <TableCell align="right" sx={{ color: falharam(um) ? 'error.main' : undefined }}>
                    {falharam(um) ? numero(falharam(um)) : '—'}
                  </TableCell>
                  <TableCell align="right">{cobradas(um) ? numero(cobradas(um)) : '—'}</TableCell>
                </TableRow>
              ))
            : Array.from({ length: 8 }, (_, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
                <TableRow key={i} sx={LINHA}>
                  {['Modelo', ...COLUNAS].map((nome) => (
                    <TableCell key={nome}>
                      <Skeleton />
                    </TableCell>
                  ))}
                </TableRow>
              ))}
        </TableBody>
      </Table>
    </Box>
  )
}

/** "119  82 %": the count, and what part of what was sent. */
function Parte({ n, de }: { n: number; de: number }) {
  if (de === 0) return '—'
  return (
    <Box component="span" sx={{ whiteSpace: 'nowrap' }}>
      {numero(n)}
      <Box component="span" sx={{ display: 'inline-block', minWidth: 44, color: cor.text3 }}>
        {parte(n, de)}
      </Box>
    </Box>
  )
}

function Nome({ um, modelos }: { um: DesempenhoModelo } & Pick<Props, 'modelos'>) {
  const modelo = modelos?.[um.tipo]
  const [cuidado] = modelo ? cuidados(modelo) : []
  return (
    <Box component="span" sx={{ display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: 2 }}>
      <Link className="ligacao nome" to="/admin/mensagens" search={{ tipo: um.tipo } as never}>
        {um.titulo}
      </Link>
      {modelo && modelo.situacao !== 'aprovado' && <StatusChip de={situacaoModelo[modelo.situacao]} />}
      {cuidado && <Chip tom={cuidado.tom}>{cuidado.resumo}</Chip>}
    </Box>
  )
}

function Itens({ desempenho, modelos }: Props) {
  if (!desempenho) return <Skeleton variant="rounded" height={320} sx={{ m: 5 }} />
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, mt: 2, p: 0 }}>
      {desempenho.map((um) => (
        <Box
          component="li"
          key={um.tipo}
          sx={{ display: 'grid', gap: 1, px: 5, py: 3, borderTop: `1px solid ${cor.rowDivider}` }}
        >
          <Box sx={{ display: 'flex', gap: 3, justifyContent: 'space-between', alignItems: 'baseline' }}>
            <Nome um={um} modelos={modelos} />
            <Box sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>
              {um.enviadas ? plural(um.enviadas, 'enviada', 'enviadas') : 'não saiu'}
            </Box>
          </Box>
          {um.enviadas > 0 && (
            <Box sx={{ fontSize: 13, lineHeight: '18px', color: 'text.secondary' }}>
              {parte(um.entregues, um.enviadas)} entregues · {parte(um.lidas, um.enviadas)} lidas ·{' '}
              {parte(um.respondidas, um.enviadas)} respondidas · {parte(um.pagas, um.enviadas)} pagas em 3 dias ·{' '}
              {plural(cobradas(um), 'cobrada', 'cobradas')} pela Meta
            </Box>
          )}
          {falharam(um) > 0 && (
            <Box sx={{ fontSize: 13, lineHeight: '18px', color: 'error.main' }}>
              {plural(falharam(um), 'falhou', 'falharam')}
            </Box>
          )}
        </Box>
      ))}
    </Box>
  )
}
