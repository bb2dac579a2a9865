import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import type { ReactNode } from 'react'
import type { ResultadoCsv } from '#contract/importacoes.ts'
import { cor, tons } from '#web/theme.ts'
import { numero, plural } from '#web/ui/formatos.ts'
import { Page } from '#web/ui/Page.tsx'
import { RodapePassos } from '#web/ui/Passos.tsx'
import { ROTULO_DA_CODIFICACAO } from './cabeca.ts'
import { ErrosPorCausa } from './ErrosPorCausa.tsx'
import { EsperaAdministrador } from './EsperaAdministrador.tsx'

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
      <Page>
        {aviso}
        <Contagens resultado={resultado} />
        <EsperaAdministrador resultado={resultado} />
        <ErrosPorCausa resultado={resultado} />
      </Page>
      <RodapePassos
        esquerda={
          resultado.contas_criadas > 0 && (
            <Box sx={{ color: 'text.secondary' }}>
              Com {plural(resultado.contas_criadas, 'conta em aberto', 'contas em aberto')} para cobrar.
            </Box>
          )
        }
      >
        <Button onClick={aoVoltar}>Voltar às colunas</Button>
        <Button
          variant="contained"
          onClick={aoImportar}
          disabled={vao === 0 && resultado.contas_criadas === 0 && !resultado.espera_administrador}
        >
          {vao > 0 ? `Importar ${plural(vao, 'cliente', 'clientes')}` : 'Importar'}
        </Button>
      </RodapePassos>
    </>
  )
}

function Contagens({ resultado }: { resultado: ResultadoCsv }) {
  const { importados, atualizados, ignorados, total_linhas } = resultado
  const deFora = Math.max(0, total_linhas - importados - atualizados - ignorados)
  const partes = [
    { rotulo: 'Novos', quantas: importados, cor: tons.success.solid },
    { rotulo: 'Atualizados', quantas: atualizados, cor: 'var(--selected)' },
    { rotulo: 'Sem mudança', quantas: ignorados, cor: tons.neutral.solid },
    { rotulo: 'Com erro, ficam de fora', quantas: deFora, cor: tons.error.solid, texto: tons.error.texto },
  ]
  return (
    <Card
      component="section"
      aria-label="Contagem das linhas"
      sx={{
        display: 'grid',
        gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, minmax(0, 1fr)) minmax(240px, 2.2fr)' },
        gap: 4,
        alignItems: 'center',
        px: { xs: 4, sm: 5 },
        py: 4,
      }}
    >
      {partes.map((parte) => (
        <Box key={parte.rotulo}>
          <Box sx={{ fontSize: 13, lineHeight: '18px', fontWeight: 500, color: parte.texto ?? 'text.secondary' }}>
            {parte.rotulo}
          </Box>
          <Box
            sx={{
              fontSize: 24,
              lineHeight: '32px',
              fontWeight: 500,
              fontVariantNumeric: 'tabular-nums',
              color: parte.texto,
            }}
          >
            {numero(parte.quantas)}
          </Box>
        </Box>
      ))}
      <Box sx={{ gridColumn: { xs: '1 / -1', md: 'auto' } }}>
        <Box aria-hidden sx={{ display: 'flex', gap: '2px', height: 8, borderRadius: '4px', overflow: 'hidden' }}>
          {partes
            .filter(({ quantas }) => quantas > 0)
            .map((parte) => (
              <Box key={parte.rotulo} sx={{ flex: `${parte.quantas} 0 4px`, background: parte.cor }} />
            ))}
        </Box>
        <Box sx={{ mt: 2, fontSize: 12, lineHeight: '16px', color: cor.text3 }}>
          {total_linhas === 0 ? 'Nenhuma linha depois dos títulos.' : `${plural(total_linhas, 'linha', 'linhas')}. `}
          {deFora > 0 && 'As boas entram mesmo com as outras de fora. '}
          {`Lido como ${ROTULO_DA_CODIFICACAO[resultado.codificacao]}${resultado.codificacao_certa ? '' : ': confira os acentos'}.`}
        </Box>
      </Box>
    </Card>
  )
}
