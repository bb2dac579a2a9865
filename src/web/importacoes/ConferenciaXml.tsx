import BlockOutlined from '@mui/icons-material/BlockOutlined'
import HelpOutlineOutlined from '@mui/icons-material/HelpOutlineOutlined'
import WarningAmberOutlined from '@mui/icons-material/WarningAmberOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import type { ReactNode } from 'react'
import type { ResultadoXml } from '#contract/importacoes.ts'
import { somarDias } from '#domain/data.ts'
import { cor, tons } from '#web/theme.ts'
import { Chip } from '#web/ui/Chip.tsx'
import { Entrada } from '#web/ui/entradas.tsx'
import { dia, dinheiro, numero, plural } from '#web/ui/formatos.ts'
import { KpiStrip } from '#web/ui/KpiStrip.tsx'
import { Page } from '#web/ui/Page.tsx'
import { RodapePassos } from '#web/ui/Passos.tsx'
import { Lista } from './ListaDocumentos.tsx'
import { aceitas, MOTIVOS, type Motivo, porMotivo } from './pendencias.ts'

interface Props {
  resultado: ResultadoXml
  aceitar: ReadonlySet<Motivo>
  aoAceitar: (aceitar: ReadonlySet<Motivo>) => void
  dias: string
  aoMudarDias: (dias: string) => void
  aviso: ReactNode
  minhaCarteira: ReactNode
  aoVoltar: () => void
  aoGravar: () => void
}
const diasValidos = (dias: string) => /^\d{1,3}$/.test(dias)

/** Nothing is written yet: what is ready, what waits for a person's word, what does not come in and why. */
export function ConferenciaXml(props: Props) {
  const { resultado, aceitar, dias, aviso, minhaCarteira, aoVoltar, aoGravar } = props
  const grupos = porMotivo(resultado.pendencias)
  const extras = aceitas(resultado.pendencias, aceitar)
  const vao = resultado.notas + extras.documentos
  const faltamDias = aceitar.has('sem_vencimento') && !diasValidos(dias)
  const esperam = new Set(resultado.pendencias.map((uma) => uma.arquivo + uma.chave_nfe)).size
  return (
    <>
      <Page>
        {aviso}
        <KpiStrip
          rotulo="Totais do arquivo"
          itens={[
            {
              rotulo: 'Prontas para gravar',
              figura: numero(resultado.notas),
              legenda: `${plural(resultado.contas_criadas, 'conta', 'contas')} · ${plural(resultado.clientes_criados, 'cliente novo', 'clientes novos')}`,
            },
            {
              rotulo: 'Valor das contas',
              figura: dinheiro(resultado.valor_total),
              legenda: periodo(resultado),
            },
            {
              rotulo: 'Esperam a sua palavra',
              figura: numero(esperam),
              legenda: `${aceitar.size} de ${grupos.length} respondidas`,
              ...(esperam > 0 && { corDaFigura: tons.warning.texto }),
            },
            {
              rotulo: 'Não entram',
              figura: numero(resultado.erros.length),
              legenda: 'o motivo de cada um está abaixo',
            },
          ]}
        />
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', lg: grupos.length > 0 ? '2fr 1fr' : '1fr' },
            gap: 4,
            alignItems: 'start',
          }}
        >
          {grupos.length > 0 && <Pendencias {...props} grupos={grupos} esperam={esperam} />}
          <Box sx={{ display: 'grid', gap: 4 }}>
            <Ocorrencias
              titulo="Avisos: entram, mas olhe"
              itens={resultado.avisos}
              tom="warning"
              icone={<WarningAmberOutlined sx={{ color: tons.warning.solid }} />}
            />
            <Ocorrencias
              titulo="Não entram"
              itens={resultado.erros}
              tom="error"
              icone={<BlockOutlined sx={{ color: tons.error.solid }} />}
            />
          </Box>
        </Box>
      </Page>
      <RodapePassos esquerda={minhaCarteira}>
        <Box role="status" sx={{ color: faltamDias ? 'warning.main' : 'text.secondary' }}>
          {faltamDias
            ? 'Diga em quantos dias vencem.'
            : `${plural(vao, 'nota', 'notas')} · ${dinheiro(resultado.valor_total + extras.valor)}`}
        </Box>
        <Button onClick={aoVoltar}>Voltar</Button>
        <Button variant="contained" disabled={vao === 0 || faltamDias} onClick={aoGravar}>
          Gravar {plural(vao, 'nota', 'notas')}
        </Button>
      </RodapePassos>
    </>
  )
}

function Pendencias({
  grupos,
  esperam,
  aceitar,
  aoAceitar,
  dias,
  aoMudarDias,
}: Props & { grupos: ReturnType<typeof porMotivo>; esperam: number }) {
  const alternar = (motivo: Motivo, sim: boolean) => {
    const novos = new Set(aceitar)
    if (sim) novos.add(motivo)
    else novos.delete(motivo)
    aoAceitar(novos)
  }
  return (
    <Lista
      titulo={`Diga o que fazer com ${plural(esperam, 'nota', 'notas')}`}
      icone={<HelpOutlineOutlined sx={{ color: tons.warning.solid }} aria-hidden />}
      total={<Box sx={{ fontSize: 12, color: 'text.secondary' }}>o que ficar desmarcado não é gravado</Box>}
    >
      {grupos.map(({ motivo, itens }) => (
        <Box
          key={motivo}
          sx={{
            display: 'flex',
            flexWrap: 'wrap',
            gap: 4,
            px: 5,
            py: 3,
            borderTop: `1px solid ${cor.divider}`,
            background: aceitar.has(motivo) ? '#F0F6FD' : undefined,
          }}
        >
          <Box sx={{ flex: '1 1 320px', minWidth: 0 }}>
            <FormControlLabel
              control={
                <Checkbox size="small" checked={aceitar.has(motivo)} onChange={(_, sim) => alternar(motivo, sim)} />
              }
              label={<b style={{ fontWeight: 600 }}>{MOTIVOS[motivo].titulo(itens.length)}</b>}
            />
            <Box sx={{ color: 'text.secondary', pl: '33px' }}>{MOTIVOS[motivo].texto}</Box>
            <Box
              component="ul"
              sx={{ listStyle: 'none', m: 0, mt: 2, p: 0, pl: '33px', maxHeight: 220, overflowY: 'auto' }}
            >
              {itens.map((item) => (
                <Box component="li" key={item.arquivo + item.chave_nfe} sx={{ display: 'flex', gap: 3, py: 0.5 }}>
                  <Box sx={{ width: 112, color: 'text.secondary' }} title={item.mensagem}>
                    {item.numero}
                  </Box>
                  <Box sx={{ flex: 1, minWidth: 0, fontWeight: 500, overflowWrap: 'anywhere' }}>{item.cliente}</Box>
                  <Box sx={{ fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' }}>{dinheiro(item.valor)}</Box>
                </Box>
              ))}
            </Box>
          </Box>
          {motivo === 'sem_vencimento' && (
            <Box sx={{ width: 200 }}>
              <Entrada
                rotulo="Vencem após"
                sufixo="dias da emissão"
                value={dias}
                atributos={{ inputMode: 'numeric' }}
                onChange={(evento) => {
                  aoMudarDias(evento.target.value.replace(/\D/g, '').slice(0, 3))
                  if (evento.target.value) alternar('sem_vencimento', true)
                }}
                ajuda={vencimentos(itens, dias)}
              />
            </Box>
          )}
        </Box>
      ))}
    </Lista>
  )
}

function periodo({ vencimento_de, vencimento_ate, contas_ignoradas }: ResultadoXml): string {
  if (vencimento_de && vencimento_ate) return `vencem de ${dia(vencimento_de)} a ${dia(vencimento_ate)}`
  return contas_ignoradas > 0
    ? `${plural(contas_ignoradas, 'conta já estava gravada', 'contas já estavam gravadas')}`
    : ''
}

/** The due days that would result, so that the number of days is seen for what it does. */
function vencimentos(itens: ResultadoXml['pendencias'], dias: string): string | undefined {
  if (!diasValidos(dias)) return undefined
  const ordenadas = itens.map(({ emissao }) => somarDias(emissao, Number(dias))).sort()
  const [primeira, ultima] = [ordenadas[0], ordenadas.at(-1)]
  if (!primeira || !ultima) return undefined
  return primeira === ultima ? `em ${dia(primeira)}` : `de ${dia(primeira)} a ${dia(ultima)}`
}

interface OcorrenciasProps {
  titulo: string
  itens: ResultadoXml['avisos']
  tom: 'warning' | 'error'
  icone: ReactNode
}

/** What to look at, each with the file it came from and its reason in a sentence. */
export function Ocorrencias({ titulo, itens, tom, icone }: OcorrenciasProps) {
  if (itens.length === 0) return null
  return (
    <Lista titulo={titulo} icone={icone} total={<Chip tom={tom}>{numero(itens.length)}</Chip>}>
      <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 420, overflowY: 'auto' }}>
        {itens.map((item, indice) => (
          <Box
            component="li"
            // biome-ignore lint/suspicious/noArrayIndexKey: one file may say the same thing of two documents
            key={indice}
            sx={{ px: 5, py: 2.5, borderTop: `1px solid ${cor.rowDivider}`, overflowWrap: 'anywhere' }}
          >
            {item.mensagem}
            <Box sx={{ fontSize: 12, lineHeight: '16px', color: 'text.secondary' }}>{item.arquivo}</Box>
          </Box>
        ))}
      </Box>
    </Lista>
  )
}
