import { useQuery } from '@tanstack/react-query'
import type { Modelo } from '#contract/modelos.ts'
import type { Resposta } from '#web/api/contrato.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { diaEHora } from '#web/ui/formatos.ts'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { StatusChip, situacaoModelo } from '#web/ui/StatusChip.tsx'
import { versoesQuery } from './modelos.queries.ts'
import { type Escrito, escritoDe, mesmoEscrito, nomeDoBotao } from './partes.ts'

interface Props {
  modelo: Modelo
  aoUsar: (escrito: Escrito) => void
  aoFechar: () => void
}

/** Every version of this template's text; any of them can be used again. */
export function VersoesDialog({ modelo, aoUsar, aoFechar }: Props) {
  const { data, error, refetch } = useQuery(versoesQuery(modelo.tipo))
  // The last approved version goes out; of a free text, the last one written.
  const emUso = data?.data.find(
    (um) => um.texto === modelo.texto_em_uso && (um.aprovada_em || !modelo.aprovado_em),
  )?.versao
  const usar = (versao: Escrito) => {
    aoUsar(escritoDe(versao))
    aoFechar()
  }
  return (
    <Dialog
      titulo={`Versões de “${modelo.titulo}”`}
      largura={640}
      aoFechar={aoFechar}
      acoes={<Button onClick={aoFechar}>Fechar</Button>}
    >
      <div className="versoes">
        {error && <ErrorState titulo="Não foi possível ver as versões" erro={error} aoTentar={() => void refetch()} />}
        {!data && !error && <Skeleton altura={140} />}
        <ol reversed>
          {data?.data.map((versao) => (
            <Versao
              key={versao.versao}
              versao={versao}
              sai={versao.versao === emUso}
              aoUsar={mesmoEscrito(versao, modelo) ? undefined : () => usar(versao)}
            />
          ))}
        </ol>
      </div>
    </Dialog>
  )
}

interface VersaoProps {
  versao: Resposta<'GET /api/admin/configuracoes/mensagens/:tipo/versoes'>['data'][number]
  sai: boolean
  aoUsar: (() => void) | undefined
}

const Versao = ({ versao, sai, aoUsar }: VersaoProps) => (
  <li className="versao">
    <div className="versao-topo row wrap gap-12">
      <b>Versão {versao.versao}</b>
      <StatusChip de={situacaoModelo[versao.situacao]} />
      {sai && <span className="modelo-detalhe menor cinza">é a que sai</span>}
      {aoUsar && (
        <Button size="small" onClick={aoUsar}>
          Usar este texto
        </Button>
      )}
    </div>
    <div className="miudo">
      {diaEHora(versao.created_at)}, {versao.autor ? versao.autor.name : 'texto inicial do sistema'}
    </div>
    {versao.motivo && <div className="erro">{versao.motivo}</div>}
    {versao.cabecalho && <b>{versao.cabecalho}</b>}
    <div className="linhas quebra">{versao.texto}</div>
    {versao.botoes.length > 0 && (
      <div className="modelo-detalhe menor cinza">Botões: {versao.botoes.map(nomeDoBotao).join(', ')}</div>
    )}
  </li>
)
