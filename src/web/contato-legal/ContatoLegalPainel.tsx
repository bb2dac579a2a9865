import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ContatoLegal, FeriadoLocal, LinhaDaLei } from '#contract/contato-legal.ts'
import { NOMES_DAS_UFS } from '#domain/uf.ts'
import { hoje } from '#web/api/agora.ts'
import { callApi } from '#web/api/callApi.ts'
import { fraseDe } from '#web/api/erro.ts'
import { avisar } from '#web/ui/avisar.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { abrir } from '#web/ui/dialogos.tsx'
import { ErrorState } from '#web/ui/estados.tsx'
import { dia } from '#web/ui/formatos.ts'
import { AddOutlined } from '#web/ui/icons/AddOutlined.tsx'
import { DeleteOutlined } from '#web/ui/icons/DeleteOutlined.tsx'
import { EditOutlined } from '#web/ui/icons/EditOutlined.tsx'
import { onDemand } from '#web/ui/onDemand.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { contatoLegalQuery, type MudarContatoLegal } from './contatoLegal.queries.ts'
import './contato-legal.css'

const LinhaDialog = onDemand(() => import('./dialogos.tsx'), 'LinhaDialog')
const FeriadoDialog = onDemand(() => import('./dialogos.tsx'), 'FeriadoDialog')

/** When each state's law allows a debtor to be contacted, and the days without sending. */
export function ContatoLegalPainel() {
  const { data, error, refetch } = useQuery(contatoLegalQuery)
  const cache = useQueryClient()
  const gravar = useMutation({
    // Read anew: the whole list is written, and a colleague may have changed it since this screen was opened.
    mutationFn: async (mudanca: Parameters<MudarContatoLegal>[0]) => {
      const atual = await cache.fetchQuery({ ...contatoLegalQuery, staleTime: 0 })
      const body = { ...mudanca(atual), se_versao: atual.versao }
      return callApi('PUT /api/admin/configuracoes/contato-legal', { body })
    },
    onSuccess: (novo) => cache.setQueryData(contatoLegalQuery.queryKey, novo),
  })
  if (error && !data)
    return <ErrorState titulo="Não foi possível abrir o contato legal" erro={error} aoTentar={() => void refetch()} />
  return (
    <Page largura={960}>
      {data ? (
        <>
          <Estados data={data.data} mudar={gravar.mutateAsync} />
          <Feriados feriados={data.feriados} mudar={gravar.mutateAsync} />
        </>
      ) : (
        <Skeleton altura={420} />
      )}
    </Page>
  )
}

const horas = (faixa: LinhaDaLei['semana']) => (faixa ? `${faixa.inicio} às ${faixa.fim}` : 'não permite')

function Estados({ data, mudar }: { data: ContatoLegal['data']; mudar: MudarContatoLegal }) {
  const editar = (linha?: LinhaDaLei) =>
    void abrir((fechar) => (
      <LinhaDialog linhas={data} {...(linha && { linha })} mudar={mudar} aoFechar={() => fechar()} />
    ))
  return (
    <section className="cartao folgado stack gap-12" aria-labelledby="legal-estados">
      <div className="row wrap between gap-12">
        <div className="legal-titulo">
          <h2 id="legal-estados" className="titulo">
            Horários de cada estado
          </h2>
          <p className="cinza">
            Vale o horário mais restrito entre este e o da empresa, no fuso do cliente. Domingos e feriados nunca. As
            linhas de origem vêm de fontes públicas: confira o texto de cada lei e anote quando.
          </p>
        </div>
        <Button variant="tonal" startIcon={<AddOutlined />} onClick={() => editar()}>
          Incluir estado
        </Button>
      </div>
      <div className="legal-rolagem">
        <table className="legal-tabela">
          <thead>
            <tr>
              <th scope="col">Estado</th>
              <th scope="col">Segunda a sexta</th>
              <th scope="col">Sábado</th>
              <th scope="col">Fonte</th>
              <th scope="col">Conferido em</th>
              <th scope="col">
                <span className="so-leitor">Ações</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {data.map((linha) => (
              <tr key={linha.uf} className={linha.ativo ? undefined : 'cinza'}>
                <th scope="row">
                  {NOMES_DAS_UFS[linha.uf]}
                  {!linha.ativo && <span className="miudo"> (desligado)</span>}
                </th>
                <td data-rotulo="Segunda a sexta">{horas(linha.semana)}</td>
                <td data-rotulo="Sábado">{horas(linha.sabado)}</td>
                <td className="quebra" data-rotulo="Fonte">
                  {linha.fonte}
                </td>
                <td data-rotulo="Conferido em">{dia(linha.conferido_em)}</td>
                <td>
                  <IconButton aria-label={`Mudar ${NOMES_DAS_UFS[linha.uf]}`} onClick={() => editar(linha)}>
                    <EditOutlined size={20} />
                  </IconButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="cinza">Nos outros estados valem as horas da empresa, na aba Régua e horários.</p>
    </section>
  )
}

function Feriados({ feriados, mudar }: { feriados: ContatoLegal['feriados']; mudar: MudarContatoLegal }) {
  const proximos = feriados.filter((um) => um.dia >= hoje())
  const tirar = (feriado: FeriadoLocal) =>
    mudar((atual) => ({ feriados: atual.feriados.filter((um) => chaveDe(um) !== chaveDe(feriado)) })).then(
      () => avisar('Feriado retirado: nesse dia as mensagens saem.'),
      (erro: unknown) => avisar(fraseDe(erro)),
    )
  return (
    <section className="cartao folgado stack gap-12" aria-labelledby="legal-feriados">
      <div className="row wrap between gap-12">
        <div className="legal-titulo">
          <h2 id="legal-feriados" className="titulo">
            Feriados de estados e municípios
          </h2>
          <p className="cinza">Nesses dias nada sai para quem é de lá. Nenhum vencimento muda.</p>
        </div>
        <Button
          variant="tonal"
          startIcon={<AddOutlined />}
          onClick={() => void abrir((fechar) => <FeriadoDialog mudar={mudar} aoFechar={() => fechar()} />)}
        >
          Incluir feriado
        </Button>
      </div>
      {proximos.length === 0 && <p className="cinza">Nenhum feriado local à frente.</p>}
      {proximos.length > 0 && (
        <ul>
          {proximos.map((feriado) => (
            <li key={chaveDe(feriado)} className="row between gap-8">
              <span>
                <b>{dia(feriado.dia)}</b> {ondeDe(feriado)}
              </span>
              <IconButton
                aria-label={`Remover ${dia(feriado.dia)}, ${ondeDe(feriado)}`}
                onClick={() => void tirar(feriado)}
              >
                <DeleteOutlined size={20} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const chaveDe = ({ dia, uf, municipio }: FeriadoLocal) => `${dia} ${uf} ${municipio}`
const ondeDe = ({ uf, municipio }: FeriadoLocal) =>
  municipio ? `${municipio}/${uf}` : uf ? NOMES_DAS_UFS[uf] : 'em toda parte'
