"""A Home Assistant in this process, with its own folder, its recorder, and an MQTT broker on this machine."""

import asyncio
import pathlib
import socket
import sqlite3

import yaml
from homeassistant import bootstrap, core, runner
from homeassistant.helpers import device_registry, entity_registry, template

CONFIGURATION = """
homeassistant:
  name: Test
  time_zone: UTC
recorder:
  commit_interval: 1
http:
  server_host: 127.0.0.1
  server_port: {port}
mqtt:
conversation:
automation: !include automations.yaml
"""

# It refuses calls that block, and a second start in one process.
bootstrap.block_async_io.enable = lambda: None

# How long anything may take on a busy machine, in seconds.
PATIENCE = 60


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Home:
    """One run after another of a Home Assistant with the same folder."""

    def __init__(self, folder: pathlib.Path, broker_port: int, automations: str, dashboard: str = ""):
        self.folder = folder
        self.dashboard = dashboard
        self.broker_port = broker_port
        folder.mkdir()
        (folder / "configuration.yaml").write_text(CONFIGURATION.format(port=free_port()))
        (folder / "automations.yaml").write_text(automations)
        self.hass: core.HomeAssistant | None = None
        self.calls: list[tuple[str, str, dict]] = []

    async def start(self):
        self.hass = await bootstrap.async_setup_hass(runner.RuntimeConfig(str(self.folder)))
        assert self.hass and not self.hass.config.recovery_mode, "Home Assistant doesn't start"
        # Stands in for a lamp and a loudspeaker.
        for domain, service in (("light", "turn_on"), ("tts", "speak")):
            self.hass.services.async_register(domain, service, self.note)
        await self.hass.async_start()
        if not self.hass.config_entries.async_entries("mqtt"):
            flow = await self.hass.config_entries.flow.async_init("mqtt", context={"source": "user"})
            answers = {"broker": "127.0.0.1", "port": self.broker_port}
            answers |= {"username": "homeassistant", "password": "homeassistant"}
            result = await self.hass.config_entries.flow.async_configure(flow["flow_id"], answers)
            assert result["type"] == "create_entry", result

    async def stop(self):
        await self.hass.async_stop(force=True)
        self.hass = None

    def note(self, call):
        self.calls.append((call.domain, call.service, dict(call.data)))

    async def call(self, domain, service, entity=None, **data):
        if entity:
            data["entity_id"] = entity
        await self.hass.services.async_call(domain, service, data, blocking=True)

    def states(self) -> dict[str, str]:
        """The states of the kitchen's entities."""
        return {one.entity_id: one.state for one in self.hass.states.async_all() if ".kitchen_" in one.entity_id}

    def state(self, entity):
        found = self.hass.states.get(entity)
        return found.state if found else None

    def names(self) -> dict[str, str]:
        """The names of a reading and of an egg's button."""
        two = ("sensor.kitchen_next_end", "button.kitchen_soft")
        return {entity: self.attributes(entity).get("friendly_name") for entity in two}

    def categories(self) -> dict[str, str]:
        """The entities that have a category."""
        found = entity_registry.async_get(self.hass).entities.values()
        return {one.entity_id: str(one.entity_category) for one in found if one.entity_category}

    def device(self):
        """The kitchen's manufacturer, model, version and address."""
        found = device_registry.async_get(self.hass).devices.values()
        one = next(one for one in found if one.name == "Kitchen")
        return one.manufacturer, one.model, one.sw_version, one.configuration_url

    def attributes(self, entity):
        found = self.hass.states.get(entity)
        return dict(found.attributes) if found else {}

    def cards(self, kind: str) -> list[dict]:
        """The cards of the dashboard that are of this type, also those within others."""
        def within(card):
            return [card] + [one for inner in card.get("cards", []) for one in within(inner)]
        return [card for card in within(yaml.safe_load(self.dashboard)) if card["type"] == kind]

    def listed(self) -> str:
        """What the dashboard's list of timers shows."""
        return template.Template(self.cards("markdown")[0]["content"], self.hass).async_render(parse_result=False)

    def event(self):
        """The last event, and its timer."""
        attributes = self.attributes("event.kitchen_timer")
        return attributes.get("event_type"), attributes.get("timer")

    async def until(self, condition, what):
        """Waits until a condition holds; it is checked after each event of Home Assistant."""
        changed = asyncio.Event()
        stop_listening = self.hass.bus.async_listen("*", core.callback(lambda event: changed.set()))
        try:
            async with asyncio.timeout(PATIENCE):
                while not condition():
                    changed.clear()
                    try:
                        async with asyncio.timeout(1):
                            await changed.wait()
                    except TimeoutError:
                        pass
        except TimeoutError:
            raise AssertionError(f"{what} did not happen; the states are {self.states()}") from None
        finally:
            stop_listening()

    async def until_state(self, entity, state):
        await self.until(lambda: self.state(entity) == state, f"{entity} = {state}")

    async def rows(self) -> int:
        """How many states of the kitchen's entities the recorder has saved."""
        from homeassistant.components.recorder import get_instance

        await get_instance(self.hass).async_block_till_done()
        with sqlite3.connect(self.folder / "home-assistant_v2.db") as database:
            query = """select count(*) from states join states_meta using (metadata_id)
                       where states_meta.entity_id like '%.kitchen_%'"""
            return database.execute(query).fetchone()[0]
