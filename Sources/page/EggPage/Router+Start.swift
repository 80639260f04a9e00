import EggClient
import EggRequests
import EggTimers
import EggWire
import HTTP
import Languages
import Varlink

// Links that start an egg. Programs also fetch links that nobody has tapped, so only the form of the page starts it.
extension Router {
    /// Shows what a link would start, or what is wrong with it.
    func showStart(_ request: Request, _ exchange: Exchange) {
        do throws(Complaint) {
            show(try StartLink(request.query), exchange)
        } catch {
            exchange.reply(StartPage(problem: StartPage.trouble(error)).reply(400))
        }
    }

    /// Starts what the form of such a page says.
    func start(_ request: Request, _ exchange: Exchange) {
        guard let form = request.form else { return exchange.reply(Self.noForm) }
        let shown = form.first { $0.name == StartLink.minuteField }?.value
        do throws(Complaint) {
            let link = try StartLink(form.filter { $0.name != StartLink.minuteField })
            let now = LocalTime.unixMilliseconds
            let minute = try link.minute(at: now)
            guard shown == nil || shown == minute else {
                return show(
                    link, exchange, problem: tr("Nothing was started: the time that this page showed has passed."))
            }
            let order = try link.timerRequest(at: now)
            guard !lastStart.isRepeated(request.body) else { return exchange.reply(Self.started) }
            start(order, exchange)
        } catch {
            exchange.reply(StartPage(problem: StartPage.trouble(error)).reply(400))
        }
    }

    /// The link, for other devices, of the fields in these parameters.
    func link(_ parameters: JSONText, _ request: Request) -> Response {
        guard let query = (try? decodeJSON(StartLinkReply.Parameters.self, from: parameters.bytes))?.query else {
            return Self.error(400, "org.varlink.service.InvalidParameter", ["parameter": "query"])
        }
        do throws(Complaint) {
            let reply = StartLinkReply(try StartLink(FormFields.parse(Array(query.utf8))), origin.links(for: request))
            return .json(200, (try? encodeJSON(reply)) ?? [])
        } catch {
            let sentence = StartPage.trouble(error).message
            return Self.error(400, "org.varlink.service.InvalidParameter", ["parameter": "query"], sentence)
        }
    }

    private func show(_ link: StartLink, _ exchange: Exchange, problem: String? = nil) {
        askForPresent { present, trouble in
            if let trouble { return exchange.reply(StartPage(problem: trouble).reply(503)) }
            do throws(Complaint) {
                let offer = try StartOffer(
                    link, eggs: present.eggs, timers: present.timers, at: LocalTime.unixMilliseconds)
                let notice = present.health?.soundOut.map(Trouble.noSound)
                let page = StartPage(offer: offer, problem: problem.map { Trouble($0) }, notice: notice)
                exchange.reply(page.reply(problem == nil ? 200 : 409))
            } catch {
                exchange.reply(StartPage(problem: StartPage.trouble(error)).reply(400))
            }
        }
    }

    /// The usual page sends browsers without scripts to the plain one.
    private static let started = Response.seeOther("/")

    private func start(_ request: TimerRequest, _ exchange: Exchange) {
        calls.make([request.eggdCall]) { [self] endings in
            if case .reply = endings.first { return exchange.reply(Self.started) }
            lastStart.forget()
            switch endings.first {
            case .reply: break
            case .refused(let refusal):
                exchange.reply(StartPage(problem: Trouble(Self.sentence(refusal))).reply(409))
            case .unreachable(_)?, .uncertain(_)?, .impossible(_)?, .late?, nil:
                exchange.reply(StartPage(problem: endings.first.flatMap { Trouble($0, calls.endpoint) }).reply(503))
            }
        }
    }
}
