import DownloadOutlined from '@mui/icons-material/DownloadOutlined'
import ExpandMoreOutlined from '@mui/icons-material/ExpandMoreOutlined'
import Accordion from '@mui/material/Accordion'
import AccordionDetails from '@mui/material/AccordionDetails'
import AccordionSummary from '@mui/material/AccordionSummary'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import type { ReactNode } from 'react'
import type { ResultadoCsv } from '#contract/importacoes.ts'
import { cor, tons } from '#web/theme.ts'
import { baixarArquivo } from '#web/ui/baixarArquivo.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { numero, plural } from '#web/ui/formatos.ts'
import { KpiStrip } from '#web/ui/KpiStrip.tsx'
import { Page } from '#web/ui/Page.tsx'
import { RodapePassos } from '#web/ui/Passos.tsx'
import { CAMPOS } from './cabeca.ts'

interface Props {
  resultado: ResultadoCsv
  aviso: ReactNode
  aoVoltar: () => void
  aoImportar: () => void
}

/** What would happen, before anything is written: the counts, and the errors by cause. */
export function ConferenciaCsv({ resultado, aviso, aoVoltar, aoImportar }: Props) {
  const vao = resultado.importados + resultado.atualizados
  return (
    <>
      <Page largura={1080}>
        {aviso}
        <Contagens resultado={resultado} />
        <ErrosPorCausa resultado={resultado} />
      </Page>
      <RodapePassos
        esquerda={
          <Box sx={{ color: 'text.secondary' }}>
            Nada foi gravado ainda. As linhas boas entram mesmo com as outras de fora.
          </Box>
        }
      >
        <Button onClick={aoVoltar}>Voltar às colunas</Button>
        <Button variant="contained" onClick={aoImportar} disabled={vao === 0 && resultado.contas_criadas === 0}>
          {vao > 0 ? `Importar ${plural(vao, 'cliente', 'clientes')}` : 'Importar'}
        </Button>
      </RodapePassos>
    </>
  )
}

export function Contagens({ resultado }: { resultado: ResultadoCsv }) {
  return (
    <KpiStrip
      rotulo="Contagem das linhas"
      itens={[
        {
          rotulo: 'Novos',
          figura: numero(resultado.importados),
          legenda: `de ${plural(resultado.total_linhas, 'linha', 'linhas')}`,
        },
        { rotulo: 'Atualizados', figura: numero(resultado.atualizados) },
        { rotulo: 'Sem mudança', figura: numero(resultado.ignorados) },
        { rotulo: 'Contas', figura: numero(resultado.contas_criadas) },
        {
          rotulo: 'Com erro, ficam de fora',
          figura: numero(resultado.total_erros),
          ...(resultado.total_erros > 0 && { corDaFigura: tons.error.texto }),
        },
      ]}
    />
  )
}

type Erro = ResultadoCsv['erros'][number]
const MOSTRADOS = 20

/** Most frequent cause first, the first one open; the value that does not pass beside what to do. */
export function ErrosPorCausa({ resultado, baixarId }: { resultado: ResultadoCsv; baixarId?: number }) {
  if (resultado.erros.length === 0) return null
  const causas = agrupar(resultado.erros)
  return (
    <Card component="section" aria-label="Linhas com erro">
      <Box
        sx={{
          display: 'flex',
          flexWrap: 'wrap',
          alignItems: 'center',
          justifyContent: 'space-between',
          gap: 2,
          px: 5,
          py: 3,
        }}
      >
        <Box component="h2" sx={{ m: 0, fontSize: 16, lineHeight: '24px', fontWeight: 600 }}>
          {plural(resultado.total_erros, 'erro', 'erros')}, por {plural(causas.length, 'causa', 'causas')}
        </Box>
        {baixarId !== undefined && (
          <Button
            startIcon={<DownloadOutlined />}
            onClick={() =>
              void baixarArquivo('GET /api/operador/importacoes/:id/erros.csv', 'erros.csv', { id: baixarId })
            }
          >
            Baixar para corrigir
          </Button>
        )}
      </Box>
      {causas.map((causa, indice) => (
        <Accordion
          key={causa.chave}
          disableGutters
          elevation={0}
          defaultExpanded={indice === 0}
          sx={{ borderTop: `1px solid ${cor.divider}`, '&::before': { display: 'none' } }}
        >
          <AccordionSummary expandIcon={<ExpandMoreOutlined />} sx={{ px: 5 }}>
            <Box sx={{ display: 'flex', gap: 3 }}>
              <Box sx={{ fontWeight: 600, minWidth: 40, textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}>
                {numero(causa.erros.length)}
              </Box>
              <Box sx={{ fontWeight: 500 }}>
                {causa.campo}: {causa.mensagem}
              </Box>
            </Box>
          </AccordionSummary>
          <AccordionDetails sx={{ px: 5, pt: 0, overflowX: 'auto' }}>
            <Box
              component="table"
              sx={{
                width: '100%',
                borderCollapse: 'collapse',
                '& td, & th': { textAlign: 'left', py: 1.5, pr: 4, borderBottom: `1px solid ${cor.rowDivider}` },
                '& th': { fontSize: 13, fontWeight: 500, color: 'text.secondary' },
              }}
            >
              <thead>
                <tr>
                  <th>Linha</th>
                  <th>Valor</th>
                  <th>O que fazer</th>
                </tr>
              </thead>
              <tbody>
                {causa.erros.slice(0, MOSTRADOS).map((erro) => (
                  <tr key={`${erro.linha}-${erro.campo}`}>
                    <td>{numero(erro.linha)}</td>
                    <td>{erro.valor ? <Chip tom="error">{erro.valor}</Chip> : '—'}</td>
                    <td>{erro.mensagem}</td>
                  </tr>
                ))}
              </tbody>
            </Box>
            {causa.erros.length > MOSTRADOS && (
              <Box sx={{ mt: 2, color: 'text.secondary' }}>e outras {numero(causa.erros.length - MOSTRADOS)}</Box>
            )}
          </AccordionDetails>
        </Accordion>
      ))}
    </Card>
  )
}

/** The same sentence about the same field is one cause; figures inside it do not make another. */
function agrupar(erros: Erro[]) {
  const causas = new Map<string, { chave: string; campo: string; mensagem: string; erros: Erro[] }>()
  for (const erro of erros) {
    const chave = `${erro.campo}|${erro.mensagem.replace(/\d+/g, '#').replace(/[“"].*?[”"]/g, '')}`
    const campo = CAMPOS.find((um) => um.valor === erro.campo)?.rotulo ?? erro.campo
    const causa = causas.get(chave) ?? { chave, campo, mensagem: erro.mensagem, erros: [] }
    causa.erros.push(erro)
    causas.set(chave, causa)
  }
  return [...causas.values()].sort((uma, outra) => outra.erros.length - uma.erros.length)
}
