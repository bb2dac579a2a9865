import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Card from '@mui/material/Card'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { type ReactNode, useRef } from 'react'
import type { ResultadoXml } from '#contract/importacoes.ts'
import { tons } from '#web/theme.ts'
import { EmptyState } from '#web/ui/estados.tsx'
import { dia, dinheiro, numero, plural } from '#web/ui/formatos.ts'
import { BlockOutlined } from '#web/ui/icons/BlockOutlined.tsx'
import { TaskAltOutlined } from '#web/ui/icons/TaskAltOutlined.tsx'
import { WarningAmberOutlined } from '#web/ui/icons/WarningAmberOutlined.tsx'
import { Page } from '#web/ui/Page.tsx'
import { RodapePassos } from '#web/ui/Passos.tsx'
import { EsperaAdministrador } from './EsperaAdministrador.tsx'
import { Ocorrencias } from './Ocorrencias.tsx'
import { Pendencias } from './Pendencias.tsx'
import { aceitas, diasValidos, type Motivo, porMotivo, queEsperam } from './pendencias.ts'
import { Totais } from './Totais.tsx'

export interface Palavra {
  aceitar: ReadonlySet<Motivo>
  dias: string
  vincular: boolean
}
interface Props {
  resultado: ResultadoXml
  palavra: Palavra
  aoMudar: (palavra: Partial<Palavra>) => void
  aviso: ReactNode
  aoVoltar: () => void
  aoGravar: () => void
}

/** Nothing is written yet: what is ready, what waits for a person's word, what does not come in and why. */
export function ConferenciaXml({ resultado, palavra, aoMudar, aviso, aoVoltar, aoGravar }: Props) {
  const dias = useRef<HTMLInputElement>(null)
  const grupos = porMotivo(resultado.pendencias)
  const esperam = resultado.pendencias.length
  const nada = esperam + resultado.avisos.length + resultado.erros.length === 0 && !haOQueGravar(resultado, palavra)
  const faltamDias = palavra.aceitar.has('sem_vencimento') && !diasValidos(palavra.dias)
  const gravar = () => (faltamDias ? dias.current?.focus() : aoGravar())
  return (
    <>
      <Page>
        {aviso}
        <DoArquivo resultado={resultado} respondidas={palavra.aceitar.size} de={grupos.length} />
        <EsperaAdministrador resultado={resultado} />
        {nada && (
          <Card>
            <EmptyState
              icone={TaskAltOutlined}
              titulo="Tudo isto já estava gravado"
              texto="Gravar de novo não mudaria nada: cada parcela é reconhecida pela chave da nota."
            />
          </Card>
        )}
        <Box
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', lg: grupos.length > 0 ? '2fr 1fr' : '1fr' },
            gap: 4,
            alignItems: 'start',
          }}
        >
          {grupos.length > 0 && <Pendencias grupos={grupos} palavra={palavra} aoMudar={aoMudar} campoDias={dias} />}
          <Box sx={{ display: 'grid', gap: 4, minWidth: 0 }}>
            <Ocorrencias
              titulo="Avisos: entram, mas olhe"
              itens={resultado.avisos}
              tom="warning"
              icone={<WarningAmberOutlined style={{ color: tons.warning.solid }} aria-hidden />}
            />
            <Ocorrencias
              titulo="Não entram"
              itens={resultado.erros}
              tom="error"
              icone={<BlockOutlined style={{ color: tons.error.solid }} aria-hidden />}
            />
          </Box>
        </Box>
      </Page>
      <RodapePassos
        esquerda={
          resultado.clientes_criados + esperam > 0 && (
            <FormControlLabel
              control={
                <Checkbox size="small" checked={palavra.vincular} onChange={(_, vincular) => aoMudar({ vincular })} />
              }
              label={
                resultado.clientes_criados > 1
                  ? `Ficar com os ${numero(resultado.clientes_criados)} clientes novos na minha carteira`
                  : 'Ficar com os clientes novos na minha carteira'
              }
            />
          )
        }
      >
        <Rodape resultado={resultado} palavra={palavra} faltamDias={faltamDias} />
        <Button onClick={aoVoltar}>Voltar</Button>
        <Button variant="contained" disabled={!haOQueGravar(resultado, palavra)} onClick={gravar}>
          {verbo(resultado, palavra)}
        </Button>
      </RodapePassos>
    </>
  )
}

function DoArquivo({ resultado, respondidas, de }: { resultado: ResultadoXml; respondidas: number; de: number }) {
  const esperam = queEsperam(resultado.pendencias)
  return (
    <Totais
      rotulo="Totais do arquivo"
      itens={[
        {
          rotulo: 'Prontas para gravar',
          figura: numero(resultado.notas),
          unidade: resultado.notas === 1 ? 'nota' : 'notas',
          legenda: `${plural(resultado.contas_criadas, 'conta', 'contas')} · ${plural(resultado.clientes_criados, 'cliente novo', 'clientes novos')}`,
        },
        { rotulo: 'Valor das contas', figura: dinheiro(resultado.valor_total), legenda: periodo(resultado) },
        {
          rotulo: 'Esperam a sua palavra',
          figura: numero(esperam.documentos),
          unidade: esperam.documentos === 1 ? 'nota' : 'notas',
          legenda: de > 0 ? `${dinheiro(esperam.valor)} · ${respondidas} de ${de} respondidas` : 'nada a responder',
          tom: de > 0 ? 'warning' : undefined,
        },
        {
          rotulo: 'Não entram',
          figura: numero(resultado.erros.length),
          unidade: resultado.erros.length === 1 ? 'documento' : 'documentos',
          legenda: resultado.erros.length > 0 ? 'o motivo de cada um está abaixo' : 'tudo foi entendido',
        },
      ]}
    />
  )
}

function periodo({ vencimento_de, vencimento_ate, contas_ignoradas }: ResultadoXml): string {
  if (vencimento_de && vencimento_ate) return `vencem de ${dia(vencimento_de)} a ${dia(vencimento_ate)}`
  return contas_ignoradas > 0
    ? `${plural(contas_ignoradas, 'conta já estava gravada', 'contas já estavam gravadas')}`
    : ''
}

const notasQueVao = (resultado: ResultadoXml, { aceitar }: Palavra) =>
  resultado.notas + aceitas(resultado.pendencias, aceitar).documentos

/** A cancellation is written too, though its note has not come yet. */
const haOQueGravar = (resultado: ResultadoXml, palavra: Palavra) =>
  notasQueVao(resultado, palavra) + resultado.contas_atualizadas + resultado.cancelamentos > 0 ||
  Boolean(resultado.espera_administrador)

function verbo(resultado: ResultadoXml, palavra: Palavra): string {
  const notas = notasQueVao(resultado, palavra)
  if (notas > 0) return `Gravar ${plural(notas, 'nota', 'notas')}`
  if (resultado.contas_atualizadas > 0) return `Mudar ${plural(resultado.contas_atualizadas, 'conta', 'contas')}`
  return resultado.cancelamentos > 0
    ? `Guardar ${plural(resultado.cancelamentos, 'cancelamento', 'cancelamentos')}`
    : 'Gravar'
}

function Rodape({ resultado, palavra, faltamDias }: Pick<Props, 'resultado' | 'palavra'> & { faltamDias: boolean }) {
  const extras = aceitas(resultado.pendencias, palavra.aceitar)
  const contas = resultado.contas_criadas + extras.contas
  return (
    <Box
      role="status"
      sx={{ color: faltamDias ? 'warning.main' : 'text.secondary', fontVariantNumeric: 'tabular-nums' }}
    >
      {faltamDias
        ? 'Diga em quantos dias vencem.'
        : contas + resultado.contas_atualizadas === 0
          ? resultado.cancelamentos > 0
            ? 'Nenhuma conta muda.'
            : 'Não há o que gravar.'
          : `${plural(notasQueVao(resultado, palavra), 'nota', 'notas')} · ${plural(contas, 'conta', 'contas')} · ${dinheiro((Math.round(resultado.valor_total * 100) + Math.round(extras.valor * 100)) / 100)}`}
    </Box>
  )
}
