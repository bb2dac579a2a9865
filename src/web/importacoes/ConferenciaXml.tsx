import { type ReactNode, useRef } from 'react'
import type { ResultadoXml } from '#contract/importacoes.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Checkbox } from '#web/ui/Choice.tsx'
import { EmptyState } from '#web/ui/estados.tsx'
import { dia, dinheiro, numero, plural } from '#web/ui/formatos.ts'
import { BlockOutlined } from '#web/ui/icons/BlockOutlined.tsx'
import { TaskAltOutlined } from '#web/ui/icons/TaskAltOutlined.tsx'
import { WarningAmberOutlined } from '#web/ui/icons/WarningAmberOutlined.tsx'
import { KpiStrip } from '#web/ui/KpiStrip.tsx'
import { Page } from '#web/ui/Page.tsx'
import { RodapePassos } from '#web/ui/Passos.tsx'
import { EsperaAdministrador } from './EsperaAdministrador.tsx'
import { Ocorrencias } from './Ocorrencias.tsx'
import { Pendencias } from './Pendencias.tsx'
import { aceitas, type Decisoes, porMotivo, queEsperam, semDias } from './pendencias.ts'
import './achados.css'

interface Props {
  resultado: ResultadoXml
  decisoes: Decisoes
  aoMudar: (decisoes: Partial<Decisoes>) => void
  erro: ReactNode
  aoVoltar: () => void
  aoGravar: () => void
}

/** Nothing is written yet: what is ready, what waits for a decision, what does not come in and why. */
export function ConferenciaXml({ resultado, decisoes, aoMudar, erro, aoVoltar, aoGravar }: Props) {
  const dias = useRef<HTMLInputElement>(null)
  const grupos = porMotivo(resultado.pendencias)
  const esperam = resultado.pendencias.length
  const nada = esperam + resultado.avisos.length + resultado.erros.length === 0 && !haOQueGravar(resultado, decisoes)
  const faltamDias = semDias(decisoes)
  const respondidas = decisoes.aceitar.size - Number(faltamDias)
  const gravar = () => (faltamDias ? dias.current?.focus() : aoGravar())
  return (
    <>
      <Page>
        {erro}
        <TotaisDoArquivo resultado={resultado} respondidas={respondidas} de={grupos.length} />
        <EsperaAdministrador resultado={resultado} />
        {nada && JA_GRAVADO}
        <div className={grupos.length > 0 ? 'conferencia com-pendencias' : 'conferencia'}>
          {grupos.length > 0 && <Pendencias grupos={grupos} decisoes={decisoes} aoMudar={aoMudar} campoDias={dias} />}
          <div className="conferencia">
            <Ocorrencias
              titulo="Avisos: entram, mas confira"
              itens={resultado.avisos}
              tom="warning"
              icone={<WarningAmberOutlined data-tom="warning" />}
            />
            <Ocorrencias
              titulo="Não entram"
              itens={resultado.erros}
              tom="error"
              icone={<BlockOutlined data-tom="error" />}
            />
          </div>
        </div>
      </Page>
      <RodapePassos
        esquerda={
          resultado.clientes_criados + esperam > 0 && (
            <Checkbox
              rotulo={
                resultado.clientes_criados > 1
                  ? `Ficar com os ${numero(resultado.clientes_criados)} clientes novos na minha carteira`
                  : 'Ficar com os clientes novos na minha carteira'
              }
              checked={decisoes.vincular}
              onChange={(evento) => aoMudar({ vincular: evento.target.checked })}
            />
          )
        }
      >
        <Rodape resultado={resultado} decisoes={decisoes} faltamDias={faltamDias} />
        <Button onClick={aoVoltar}>Voltar</Button>
        <Button variant="contained" disabled={!haOQueGravar(resultado, decisoes)} onClick={gravar}>
          {verbo(resultado, decisoes)}
        </Button>
      </RodapePassos>
    </>
  )
}

const JA_GRAVADO = (
  <Card>
    <EmptyState
      icone={TaskAltOutlined}
      titulo="Tudo isto já estava gravado"
      texto="Gravar de novo não mudaria nada: cada parcela é reconhecida pela chave da nota."
    />
  </Card>
)

function TotaisDoArquivo({ resultado, respondidas, de }: { resultado: ResultadoXml; respondidas: number; de: number }) {
  const esperam = queEsperam(resultado.pendencias)
  return (
    <KpiStrip
      rotulo="Totais do arquivo"
      itens={[
        {
          rotulo: 'Prontas para gravar',
          figura: <Quantas n={resultado.notas} um="nota" varios="notas" />,
          legenda: `${plural(resultado.contas_criadas, 'conta', 'contas')} · ${plural(resultado.clientes_criados, 'cliente novo', 'clientes novos')}`,
        },
        { rotulo: 'Valor das contas', figura: dinheiro(resultado.valor_total), legenda: periodo(resultado) },
        {
          rotulo: 'Aguardam a sua decisão',
          figura: <Quantas n={esperam.documentos} um="nota" varios="notas" />,
          legenda:
            de > 0
              ? `${dinheiro(esperam.valor)} · ${respondidas} de ${plural(de, 'respondida', 'respondidas')}`
              : 'nada a responder',
          tom: de > 0 ? 'warning' : undefined,
        },
        {
          rotulo: 'Não entram',
          figura: <Quantas n={resultado.erros.length} um="documento" varios="documentos" />,
          legenda: resultado.erros.length > 0 ? 'o motivo de cada um está abaixo' : 'tudo foi entendido',
        },
      ]}
    />
  )
}

const Quantas = ({ n, um, varios }: { n: number; um: string; varios: string }) => (
  <>
    {numero(n)} <small>{n === 1 ? um : varios}</small>
  </>
)

function periodo({ vencimento_de, vencimento_ate, contas_ignoradas }: ResultadoXml): string {
  if (vencimento_de && vencimento_ate) return `vencem de ${dia(vencimento_de)} a ${dia(vencimento_ate)}`
  return contas_ignoradas > 0
    ? `${plural(contas_ignoradas, 'conta já estava gravada', 'contas já estavam gravadas')}`
    : ''
}

const notasQueVao = (resultado: ResultadoXml, { aceitar }: Decisoes) =>
  resultado.notas + aceitas(resultado.pendencias, aceitar).documentos

/** A cancellation is written too, though its note has not come yet. */
const haOQueGravar = (resultado: ResultadoXml, decisoes: Decisoes) =>
  notasQueVao(resultado, decisoes) + resultado.contas_atualizadas + resultado.cancelamentos > 0 ||
  Boolean(resultado.espera_administrador)

function verbo(resultado: ResultadoXml, decisoes: Decisoes): string {
  const notas = notasQueVao(resultado, decisoes)
  if (notas > 0) return `Gravar ${plural(notas, 'nota', 'notas')}`
  if (resultado.contas_atualizadas > 0) return `Mudar ${plural(resultado.contas_atualizadas, 'conta', 'contas')}`
  return resultado.cancelamentos > 0
    ? `Guardar ${plural(resultado.cancelamentos, 'cancelamento', 'cancelamentos')}`
    : 'Gravar'
}

function Rodape({ resultado, decisoes, faltamDias }: Pick<Props, 'resultado' | 'decisoes'> & { faltamDias: boolean }) {
  const extras = aceitas(resultado.pendencias, decisoes.aceitar)
  const contas = resultado.contas_criadas + extras.contas
  return (
    <div role="status" className={faltamDias ? 'importar-falta' : 'cinza algarismos'}>
      {faltamDias
        ? 'Diga em quantos dias vencem.'
        : contas + resultado.contas_atualizadas === 0
          ? resultado.cancelamentos > 0
            ? 'Nenhuma conta muda.'
            : 'Não há o que gravar.'
          : `${plural(notasQueVao(resultado, decisoes), 'nota', 'notas')} · ${plural(contas, 'conta', 'contas')} · ${dinheiro((Math.round(resultado.valor_total * 100) + Math.round(extras.valor * 100)) / 100)}`}
    </div>
  )
}
